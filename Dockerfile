# The static binary alone, for a user without rights.
FROM rust:1.95-bookworm AS build
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates musl-tools \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
# There is no git in the context: --build-arg COMMIT=$(git rev-parse --short=12 HEAD)
ARG COMMIT=unknown
# The database writes what does not fit into memory to /tmp.
RUN TABLIER_COMMIT=$COMMIT cargo xtask package \
    && install --directory /image/data /image/etc/ssl/certs \
    && install --directory --mode=1777 /image/tmp \
    && tar -xzf dist-packages/tablier-*-linux.tar.gz -C /image --strip-components=1 --wildcards \
        '*/tablier' '*/LICENSE-*' '*/THIRD-PARTY-LICENSES.txt' \
    && cp /etc/ssl/certs/ca-certificates.crt /image/etc/ssl/certs/

FROM scratch
COPY --from=build --chown=10001:10001 /image/ /
USER 10001:10001
ENV TABLIER_ADDRESS=0.0.0.0 TABLIER_PORT=8080 TABLIER_DATA=/data
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s CMD ["/tablier", "health"]
ENTRYPOINT ["/tablier"]
CMD ["serve"]
