"""nginx and Apache as an operator first writes them: nothing but where the app is."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

from support.server import free_port

# Where Debian has Apache's modules.
MODULES = Path("/usr/lib/apache2/modules")
NGINX = """
daemon off; worker_processes 1; pid {folder}/pid; error_log {folder}/log;
events {{ }}
http {{
  access_log off;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
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
APACHE = """
ServerRoot {folder}
ServerName localhost
Listen 127.0.0.1:{port}
PidFile {folder}/pid
ErrorLog {folder}/log
{modules}
{places}
"""
LOADED = ("mpm_event", "authz_core", "proxy", "proxy_http", "proxy_wstunnel")


class Proxy:
    """nginx or Apache before apps.

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
        if name == "nginx":
            lines = [f'location "{path}" {{ proxy_pass {app}; }}' for path, app in places.items()]
            text, command = NGINX, ["nginx", "-c", str(folder / "conf")]
        else:
            how = "upgrade=websocket"
            lines = [f'ProxyPass "{path}" "{app}" {how}' for path, app in places.items()]
            text, command = APACHE, ["apache2", "-f", str(folder / "conf"), "-D", "FOREGROUND"]
        loaded = [f"LoadModule {one}_module {MODULES}/mod_{one}.so" for one in LOADED]
        (folder / "conf").write_text(
            text.format(
                folder=folder, port=port, places="\n".join(lines), modules="\n".join(loaded)
            )
        )
        self.process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 30
        while not self._answers():
            assert self.process.poll() is None, f"{name} ended, see {folder}"
            assert time.monotonic() < deadline, f"{name} did not answer within 30 s"
            time.sleep(0.05)

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


def is_installed(name: str) -> bool:
    """Whether "nginx" or "apache2" is on the PATH, Apache with its modules."""
    return shutil.which(name) is not None and (name == "nginx" or MODULES.is_dir())
