#!/bin/sh
# Installs the server as a service of systemd, or another version of it: sudo ./install.sh
# Writes /usr/local/bin/sanqi-{server,engine}, /usr/local/share/doc/sanqi/*.md, /etc/sanqi/server.toml (unless it is
# there), /etc/sysusers.d/sanqi.conf and /etc/systemd/system/sanqi-{server.service,backup.service,backup.timer}. With
# DESTDIR everything goes below that folder, and nothing is started.
set -eu
CDPATH="" cd "$(dirname "$0")"
if [ $# -gt 0 ]; then sed -n '2,/^set/s/^# //p' install.sh; [ "$1" = --help ]; exit; fi
to=${DESTDIR:-} first=
if [ -z "$to" ]; then
  command -v systemctl >/dev/null || { echo "There is no systemd here. ./sanqi-server runs without it." >&2; exit 1; }
  systemctl cat sanqi-server.service >/dev/null 2>&1 || first=1
fi

doc=/usr/local/share/doc/sanqi
install -d "$to/usr/local/bin" "$to$doc" "$to/etc/sanqi" "$to/etc/sysusers.d" "$to/etc/systemd/system"
install -m 644 docs/*.md "$to$doc/"
install -m 755 sanqi-server sanqi-engine "$to/usr/local/bin/"
[ -e "$to/etc/sanqi/server.toml" ] || install -m 644 systemd/server.toml "$to/etc/sanqi/"
install -m 644 systemd/sysusers.conf "$to/etc/sysusers.d/sanqi.conf"
install -m 644 systemd/*.service systemd/*.timer "$to/etc/systemd/system/"
[ -z "$to" ] || exit 0

systemd-sysusers
systemctl daemon-reload
[ -z "$first" ] || systemctl enable sanqi-server.service  # Later it is as somebody wants it.
systemctl try-restart sanqi-server.service
echo "Edit /etc/sanqi/server.toml if you like, then: systemctl start sanqi-server"
