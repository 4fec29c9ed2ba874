#!/bin/sh
# Installs the server as a service of systemd, or another version of it: sudo ./install.sh
# Writes /usr/local/bin/sanqi-{server,engine}, /etc/sanqi/server.toml (unless it is there), /etc/sysusers.d/sanqi.conf and
# /etc/systemd/system/sanqi-{server.service,backup.service,backup.timer}. With DESTDIR everything goes below that folder, and nothing is started.
set -eu
CDPATH="" cd "$(dirname "$0")"
to=${DESTDIR:-}

install -d "$to/usr/local/bin" "$to/etc/sanqi" "$to/etc/sysusers.d" "$to/etc/systemd/system"
install -m 755 sanqi-server sanqi-engine "$to/usr/local/bin/"
[ -e "$to/etc/sanqi/server.toml" ] || install -m 644 systemd/server.toml "$to/etc/sanqi/"
install -m 644 systemd/sysusers.conf "$to/etc/sysusers.d/sanqi.conf"
install -m 644 systemd/*.service systemd/*.timer "$to/etc/systemd/system/"
[ -z "$to" ] || exit 0

systemd-sysusers
systemctl daemon-reload
systemctl enable sanqi-server.service
systemctl try-restart sanqi-server.service
echo "Edit /etc/sanqi/server.toml if you like, then: systemctl start sanqi-server"
