"""Games for learners: a vectorised environment, and adapters to the libraries of others."""

from crosscut.lab.envs.device import DeviceEnv
from crosscut.lab.envs.page import describe
from crosscut.lab.envs.vector import VectorEnv
from crosscut.search.observation import planes

__all__ = ["DeviceEnv", "VectorEnv", "describe", "planes"]
