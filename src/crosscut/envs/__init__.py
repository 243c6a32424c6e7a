"""Games for learners: a vectorised environment, and adapters to the libraries of others."""

from crosscut.envs.device import DeviceEnv
from crosscut.envs.observation import planes
from crosscut.envs.page import describe
from crosscut.envs.vector import VectorEnv

__all__ = ["DeviceEnv", "VectorEnv", "describe", "planes"]
