# Makes of packaging/haproxy.cfg what docker-compose.yml needs: servers by their names there, asked for again when a
# container is made anew; without what a machine has and a container lacks.
s/ 192\.0\.2\.1:8080/ node-a:8080 resolvers docker init-addr last,libc,none/
s/ 192\.0\.2\.2:8080/ node-b:8080 resolvers docker init-addr last,libc,none/
/^ *\(user\|group\|chroot\) /d
s,/dev/log,stdout format raw,
$a\
\
resolvers docker\
  nameserver docker 127.0.0.11:53\
  hold valid 5s
