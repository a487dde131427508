FROM python:3.11-slim
WORKDIR /app
COPY pyproject.toml constraints.txt hatch_build.py README.md LICENSE ./
COPY bot bot
COPY rules rules
COPY render render
COPY data data
RUN pip install --no-cache-dir --constraint constraints.txt hatchling babel \
 && pip install --no-cache-dir --constraint constraints.txt --no-build-isolation . \
 && useradd --create-home tenebrae && mkdir /data && chown tenebrae /data
USER tenebrae
# The database is the only thing that must outlive the container.
VOLUME /data
ENV TENEBRAE_DATABASE=/data/tenebrae.sqlite
# For `serve`: inside the container only its own network can come in.
ENV TENEBRAE_HOST=0.0.0.0
EXPOSE 8080
ENTRYPOINT ["tenebrae"]
CMD ["run"]
