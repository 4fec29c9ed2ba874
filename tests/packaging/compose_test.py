#!/usr/bin/env python3
"""docker-compose.yml says what it should, and so do the files that it mounts. Needs no Docker: its compose only reads."""
import ipaddress
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import yaml

SOURCE = Path(__file__).resolve().parents[2]
PROFILES = ["cluster", "metrics", "tls"]
IMAGE = "sanqi:latest"
# What cannot be chosen there: the image's own port and its address; addresses of a local network, which a container does not
# see; pages in a folder, and records in none, for both are mounted; names, of which each container has its own.
NOT_OF_CONTAINERS = {f"SANQI_{name}" for name in (
    "BIND", "PORT", "NEXT_PORT", "LAN", "GAME", "QR", "WEB_ROOT", "MEMORY", "NODE", "NODE_URL", "WORKER_NAME")}


def composer():
    """The command that reads such files: of version 1 or 2, a plugin of Docker or a program; None where there is none."""
    for command in (["docker-compose"], ["docker", "compose"]):
        if shutil.which(command[0]) and subprocess.run([*command, "version"], capture_output=True).returncode == 0:
            return command
    return None


def render(**settings):
    """What that makes of the file when all profiles are wanted and `settings` are the environment."""
    profiles = [word for profile in PROFILES for word in ("--profile", profile)]
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("SANQI_", "COMPOSE_"))}
    done = subprocess.run([*composer(), *profiles, "config"], cwd=SOURCE, env={**environment, **settings},
                          check=True, capture_output=True, text=True)
    return yaml.safe_load(done.stdout)


def variables_of(*files):
    """The environment variables that a program reads."""
    return {name for file in files for name in re.findall(r'envname\("(\w+)"\)', (SOURCE / file).read_text())}


def published(service):
    """Where its ports are open, as HOST:PORT; without a host to everybody."""
    for port in service.get("ports", []):
        if isinstance(port, dict):  # As docker-compose 2 writes it, and 1 where there is no host.
            yield ":".join(str(port[key]) for key in ("host_ip", "published") if key in port)
        else:
            yield str(port).rpartition(":")[0]


def networks_of(service):
    return service.get("networks") or {"default": None}


class ComposeTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not composer():
            raise unittest.SkipTest("neither docker-compose nor docker compose is installed")
        cls.file = yaml.safe_load((SOURCE / "docker-compose.yml").read_text())
        cls.all = render()
        cls.services = cls.all["services"]

    def test_the_profiles_are_those_of_its_first_lines(self):
        used = {profile for service in self.file["services"].values() for profile in service.get("profiles", [])}
        self.assertEqual(sorted(used), PROFILES)
        always = [name for name, service in self.file["services"].items() if "profiles" not in service]
        self.assertEqual(always, ["server"])
        head = (SOURCE / "docker-compose.yml").read_text().split("\nx-")[0]
        self.assertEqual(sorted(set(re.findall(r"--profile (\w+)", head))), PROFILES)

    def test_programs_are_given_the_variables_that_they_know(self):
        server, worker = variables_of("server/config.cpp"), variables_of("server/cluster/worker_main.cpp")
        self.assertLessEqual(NOT_OF_CONTAINERS, server | worker)
        for name, service in self.services.items():
            if service["image"] == IMAGE:
                known = worker if service.get("entrypoint") == ["sanqi-worker"] else server
                given = set(service["environment"])
                self.assertEqual((given - known, known - NOT_OF_CONTAINERS - given), (set(), set()), name)

    def test_every_variable_of_the_server_can_be_chosen(self):
        chosen = {name: f"chosen {name}" for name in self.services["server"]["environment"]}
        self.assertEqual(render(**chosen)["services"]["server"]["environment"], chosen)

    def test_settings_reach_the_server(self):
        chosen = {"SANQI_NAME": "Evening", "SANQI_HOST_NAME": "games.example.org", "SANQI_BOT_THREADS": "2",
                  "SANQI_PUBLIC_URL": "https://games.example.org", "SANQI_DATABASE": "postgresql://db/sanqi"}
        services = render(**chosen)["services"]
        self.assertLessEqual(chosen.items(), services["server"]["environment"].items())
        self.assertEqual(services["caddy"]["environment"]["SANQI_HOST_NAME"], "games.example.org")
        self.assertEqual(services["node-b"]["environment"]["SANQI_NAME"], "Evening")

    def test_only_caddy_is_open_to_others_unless_it_is_asked_for(self):
        for name, service in self.services.items():
            for address in published(service):
                self.assertTrue(name == "caddy" or address.startswith("127.0.0.1:"), f"{name} publishes {address}")
        opened = render(SANQI_PUBLISH="8080", SANQI_CLUSTER_PUBLISH="0.0.0.0:80")["services"]
        self.assertEqual([*published(opened["server"])], ["8080"])
        self.assertEqual([*published(opened["haproxy"])], ["0.0.0.0:80"])

    def test_the_image_is_built_once(self):
        built = [name for name, service in self.services.items() if "build" in service]
        self.assertEqual(built, ["server"])
        self.assertTrue((SOURCE / self.services["server"]["build"]["dockerfile"]).is_file())
        for name, service in self.file["services"].items():
            if name != "server" and service.get("image") == IMAGE:
                self.assertEqual(service["pull_policy"], "never", name)

    def test_as_many_files_are_open_as_in_the_service(self):
        unit = (SOURCE / "packaging/systemd/sanqi-server.service.in").read_text()
        files = int(re.search(r"(?m)^LimitNOFILE=(\d+)$", unit)[1])
        for name, service in self.services.items():
            if service["image"] == IMAGE:
                self.assertIn(service["ulimits"]["nofile"], (files, {"soft": files, "hard": files}), name)

    def test_what_others_made_has_a_version(self):
        for name, service in self.services.items():
            if service["image"] != IMAGE:
                self.assertRegex(service["image"], r":v?\d+(\.\d+)*$", name)

    def test_what_is_mounted_is_there(self):
        for name, service in self.services.items():
            for volume in service.get("volumes", []):
                source = volume["source"] if isinstance(volume, dict) else volume.split(":")[0]
                if source.startswith("/"):
                    self.assertTrue(Path(source).is_file(), f"{name} mounts {source}")
                else:
                    self.assertIn(source, self.all["volumes"], name)

    def test_no_container_lives_in_another_ones_network(self):
        self.assertEqual([name for name, service in self.services.items() if "network_mode" in service], [])

    def test_trusted_addresses_are_those_of_the_services_that_are_meant(self):
        meant = {"SANQI_TRUSTED_PROXY": {"default": "caddy", "cluster": "haproxy"},
                 "SANQI_METRICS_READER": {"default": "prometheus", "cluster": "prometheus"}}
        for name in ("server", "node-a", "node-b"):
            network, = networks_of(self.services[name])
            for variable, service in meant.items():
                address = networks_of(self.services[service[network]])[network]["ipv4_address"]
                self.assertEqual(self.services[name]["environment"][variable], address, f"{variable} of {name}")
                pool, = self.all["networks"][network]["ipam"]["config"]
                self.assertIn(ipaddress.ip_address(address), ipaddress.ip_network(pool["subnet"]))
                self.assertNotIn(ipaddress.ip_address(address), ipaddress.ip_network(pool["ip_range"]))

    def test_the_address_of_a_proxy_on_the_host_is_that_of_the_page(self):
        page = (SOURCE / "docs/operations.md").read_text()
        pool, = self.all["networks"]["default"]["ipam"]["config"]
        self.assertEqual(re.findall(r"`SANQI_TRUSTED_PROXY=([\d.]+)`", page), [pool["gateway"]])
        self.assertIn(ipaddress.ip_address(pool["gateway"]), ipaddress.ip_network(pool["subnet"]))

    def test_the_metrics_are_asked_for_where_they_are(self):
        prometheus = yaml.safe_load((SOURCE / "packaging/metrics/prometheus.yml").read_text())
        names = prometheus["scrape_configs"][0]["dns_sd_configs"][0]["names"]
        self.assertEqual(sorted(names), sorted({"server", "node-a", "node-b"}))
        for name in names:
            shared = set(networks_of(self.services[name])) & set(networks_of(self.services["prometheus"]))
            self.assertTrue(shared, f"Prometheus does not reach {name}")
        datasource = yaml.safe_load((SOURCE / "packaging/metrics/grafana_datasource.yml").read_text())
        self.assertEqual(datasource["datasources"][0]["url"], "http://prometheus:9090")
        if shutil.which("promtool"):
            subprocess.run(["promtool", "check", "config", SOURCE / "packaging/metrics/prometheus.yml"], check=True)

    def test_haproxy_reads_its_configuration(self):
        with tempfile.TemporaryDirectory() as folder:
            for script in (None, "packaging/haproxy_in_docker.sed"):
                config = Path(folder, "haproxy.cfg")
                edit = ["sed", "-f", script] if script else ["cat"]
                text = subprocess.run([*edit, "packaging/haproxy.cfg"], cwd=SOURCE, check=True, capture_output=True,
                                      text=True).stdout
                config.write_text(text)
                checked = subprocess.run(["haproxy", "-c", "-f", config], capture_output=True, text=True)
                self.assertEqual(checked.returncode, 0, checked.stderr)
            servers = re.findall(r"^ *server \w+ (\S+) resolvers docker ", text, re.M)
            self.assertEqual(servers, ["node-a:8080", "node-b:8080"] * 2)
            self.assertNotIn("192.0.2.", text)

    def test_caddy_tells_browsers_to_come_by_tls_alone(self):
        header = re.compile(r'header (?:@public )?(Strict-Transport-Security "[^"]+")\n')
        page, = header.findall((SOURCE / "docs/deploy-tls.md").read_text())
        self.assertEqual(header.findall((SOURCE / "packaging/Caddyfile").read_text()), [page])

    @unittest.skipUnless(shutil.which("caddy"), "caddy is not installed")
    def test_caddy_reads_its_configuration(self):
        for settings in ({}, self.services["caddy"]["environment"], {"SANQI_HOST_NAME": "games.example.org"}):
            subprocess.run(["caddy", "validate", "--config", SOURCE / "packaging/Caddyfile", "--adapter", "caddyfile"],
                           env={**os.environ, **settings}, check=True, capture_output=True)


if __name__ == "__main__":
    unittest.main()
