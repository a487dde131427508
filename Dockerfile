# Two stages: the first builds and installs, the second holds what runs. To pin the base image by its digest:
#   docker build --build-arg PYTHON=python:3.11-slim-trixie@sha256:... -t tenebrae .
ARG PYTHON=python:3.11-slim-trixie

FROM ${PYTHON} AS build
WORKDIR /build
COPY requirements requirements
RUN python -m venv tools \
 && tools/bin/pip install --no-cache-dir --only-binary :all: --require-hashes -r requirements/build.txt \
 && python -m venv --without-pip /opt/tenebrae \
 && tools/bin/pip --python /opt/tenebrae/bin/python install --no-cache-dir --only-binary :all: \
    --require-hashes -r requirements/run.txt
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY bot bot
COPY rules rules
COPY render render
COPY data data
RUN tools/bin/python -m hatchling build -t wheel -d dist \
 && tools/bin/pip --python /opt/tenebrae/bin/python install --no-cache-dir --no-index --no-deps dist/*.whl

FROM ${PYTHON}
# pg_dump, for scheduled backups of a PostgreSQL server; it must not be older than the server.
RUN apt-get update \
 && apt-get install --yes --no-install-recommends postgresql-client \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --uid 10001 --create-home tenebrae \
 && install -d -o tenebrae -g tenebrae -m 700 /data /backups
COPY --from=build /opt/tenebrae /opt/tenebrae
USER 10001
WORKDIR /data
# The database and its backups are the only things that must outlive the container.
VOLUME ["/data", "/backups"]
# Inside the container only its own network can come in.
ENV PATH=/opt/tenebrae/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    TENEBRAE_DATABASE=/data/tenebrae.sqlite \
    TENEBRAE_HOST=0.0.0.0 \
    TENEBRAE_METRICS=0.0.0.0:9464
EXPOSE 8080 9464
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
 CMD ["python", "-c", "from http.client import HTTPConnection as C; c = C('127.0.0.1', 9464, timeout=4); c.request('GET', '/healthz'); raise SystemExit(c.getresponse().status != 200)"]
ENTRYPOINT ["tenebrae"]
CMD ["run"]
