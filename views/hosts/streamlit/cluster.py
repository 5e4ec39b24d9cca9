"""Work that takes long on the Dask cluster that the operator names (`KPCA_SCHEDULER`), if any.

Where it does not answer this server computes by itself, and pages say so.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from threading import Lock
from typing import TYPE_CHECKING, Any

import streamlit as st

from kpca_core._support.progress import Progress
from kpca_core._support.words import N_, _
from views.limits import LIMITS
from views.work import at_work

if TYPE_CHECKING:
    from kpca_core.distributed.remote import Cluster

NOTE = N_("The cluster does not answer: this server computes by itself, which may take longer.")

_log = logging.getLogger(__name__)


class Remote:
    """The cluster at an address, "" for none, and whether it answered last time.

    Parameters
    ----------
    again : float, seconds until a cluster that did not answer is tried again
    """

    def __init__(self, address: str, again: float = 30.0) -> None:
        self.address, self.again, self.note = address, again, ""
        self._cluster: Cluster | None = None
        self._lost = -again
        self._lock = Lock()

    def call(
        self, function: Callable[..., Any], *arguments: Any, progress: Progress | None, **more: Any
    ) -> Any:
        """Return function(*arguments, progress=…, **more), as `distributed.remote.Cluster.call`.

        Light work stays here, and all where no cluster answers.
        """
        cluster = self._connected() if self.address and at_work() else None
        if cluster is None:
            return function(*arguments, progress=progress, **more)
        from kpca_core.distributed.remote import NoAnswer

        try:
            return cluster.call(function, *arguments, progress=progress, **more)
        except NoAnswer as trouble:
            self._leave(cluster, trouble)
        return function(*arguments, progress=progress, **more)

    def close(self) -> None:
        if self._cluster is not None:
            self._cluster.close()
            self._cluster = None

    def _connected(self) -> Cluster | None:
        with self._lock:
            if self._cluster is None and time.monotonic() - self._lost >= self.again:
                try:
                    from kpca_core.distributed.remote import Cluster, NoAnswer
                except ImportError as missing:
                    self._give_up(missing)
                    return None
                try:
                    self._cluster, self.note = Cluster(self.address), ""
                except NoAnswer as trouble:
                    self._give_up(trouble)
            return self._cluster

    def _leave(self, cluster: Cluster, trouble: Exception) -> None:
        with self._lock:
            if self._cluster is cluster:
                self._give_up(trouble)
                self.close()

    def _give_up(self, trouble: Exception) -> None:
        # For the operator; messages to visitors name no address.
        _log.warning("No cluster at KPCA_SCHEDULER=%s: %s", self.address, trouble)
        self._lost, self.note = time.monotonic(), NOTE


REMOTE = Remote(LIMITS.scheduler)


def draw_note() -> None:
    """Say on the page where a cluster should compute and does not answer."""
    if REMOTE.note:
        st.info(_(REMOTE.note), icon=":material/cloud_off:")
