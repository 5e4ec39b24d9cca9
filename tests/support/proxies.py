"""nginx, Apache and Caddy as an operator first writes them: nothing but where the app is.

And nginx as `deploy/nginx.conf` has it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

from support.paths import ROOT
from support.server import free_port

# Where Debian has Apache's modules.
MODULES = Path("/usr/lib/apache2/modules")
NGINX = """
daemon off; worker_processes 1; pid {folder}/pid; error_log {folder}/log;
events {{ }}
http {{
  {own}
  map $http_upgrade $how {{ default upgrade; "" close; }}
  server {{
    listen 127.0.0.1:{port};
    proxy_http_version 1.1;
    proxy_set_header Upgrade $http_upgrade;
    proxy_set_header Connection $how;
    {places}
  }}
}}
"""
# What nginx may write to.
OWN = """access_log off;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
"""
APACHE = """
ServerRoot {folder}
ServerName localhost
Listen 127.0.0.1:{port}
PidFile {folder}/pid
ErrorLog {folder}/log
{modules}
{places}
"""
CADDY = """
{{
  admin off
  auto_https off
}}
http://127.0.0.1:{port} {{
  {places}
}}
"""
LOADED = ("mpm_event", "authz_core", "proxy", "proxy_http", "proxy_wstunnel")


def place_of_caddy(path: str, app: str) -> str:
    """A path and the app below it, which knows the path or does not."""
    place = urlsplit(app)
    how = "handle" if place.path == path else "handle_path"
    return f'{how} "{path}*" {{\n  reverse_proxy {place.netloc}\n}}'


class Proxy:
    """A proxy before apps.

    Parameters
    ----------
    places
        where each app is, by the path below which the proxy has it; both end with "/"
    """

    def __init__(self, name: str, places: dict[str, str]) -> None:
        # Where root starts it, nginx works as somebody else.
        self.folder = folder = Path(tempfile.mkdtemp())
        folder.chmod(0o711)
        self.url = f"http://127.0.0.1:{(port := free_port())}"
        (folder / "conf").write_text(self._written(name, places, port))
        conf = str(folder / "conf")
        command = {
            "nginx": ["nginx", "-c", conf],
            "apache2": ["apache2", "-f", conf, "-D", "FOREGROUND"],
            "caddy": ["caddy", "run", "--adapter", "caddyfile", "--config", conf],
        }[name]
        own = {**os.environ, "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
        self.process = subprocess.Popen(command, stderr=subprocess.DEVNULL, env=own)
        deadline = time.monotonic() + 30
        while not self._answers():
            assert self.process.poll() is None, f"{name} ended, see {folder}"
            assert time.monotonic() < deadline, f"{name} did not answer within 30 s"
            time.sleep(0.05)

    def _written(self, name: str, places: dict[str, str], port: int) -> str:
        if name == "nginx":
            lines = [f'location "{path}" {{ proxy_pass {app}; }}' for path, app in places.items()]
        elif name == "caddy":
            lines = [place_of_caddy(path, app) for path, app in places.items()]
        else:
            how = "upgrade=websocket"
            lines = [f'ProxyPass "{path}" "{app}" {how}' for path, app in places.items()]
        loaded = [f"LoadModule {one}_module {MODULES}/mod_{one}.so" for one in LOADED]
        return {"nginx": NGINX, "apache2": APACHE, "caddy": CADDY}[name].format(
            folder=self.folder, port=port, places="\n".join(lines), modules="\n".join(loaded),
            own=OWN.format(folder=self.folder),
        )  # fmt: skip

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(self.url, timeout=5):
                return True
        except urllib.error.HTTPError:
            return True
        except OSError:
            return False

    def end(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait(20)
        shutil.rmtree(self.folder)


class Shipped(Proxy):
    """nginx as `deploy/nginx.conf` has it, before one app.

    Parameters
    ----------
    sockets
        that one address may have
    """

    def __init__(self, app: str, sockets: int) -> None:
        self.sockets = sockets
        super().__init__("nginx", {"/": app})

    def _written(self, name: str, places: dict[str, str], port: int) -> str:
        text = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
        folder, app = self.folder, places["/"].partition("//")[2]
        for pattern, instead in {
            r"^events": f"daemon off; pid {folder}/pid;\nevents",
            r"^http {": f"http {{\n  {OWN.format(folder=folder)}",
            r"server one:8501": f"server {app}",
            r" *server two:8501.*\n": "",
            r"listen 8080": f"listen 127.0.0.1:{port}",
            r"/var/cache/nginx": str(folder),
            r"error_log stderr": f"error_log {folder}/log",
            r"limit_conn address 600(?=[^}]*burst=1200)": f"limit_conn address {self.sockets}",
        }.items():
            text, found = re.subn(pattern, instead, text, flags=re.MULTILINE)
            assert found == 1, pattern
        return text


def is_installed(name: str) -> bool:
    """Whether a proxy is on the PATH, Apache with its modules."""
    return shutil.which(name) is not None and (name != "apache2" or MODULES.is_dir())
