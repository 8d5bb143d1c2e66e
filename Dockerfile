# docker build -t reversi . && docker run -it --rm -v reversi:/home/player reversi
FROM rust:1-slim-bookworm AS build
WORKDIR /source
COPY . .
RUN cargo build --release --locked --bin reversi
FROM debian:bookworm-slim
COPY --from=build /source/target/release/reversi /usr/local/bin/
COPY LICENSE NOTICE /usr/share/doc/reversi/
RUN useradd --create-home player
USER player
ENV TERM=xterm-256color COLORTERM=truecolor LANG=C.UTF-8
ENTRYPOINT ["reversi"]
