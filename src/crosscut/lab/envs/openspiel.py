"""Every game for OpenSpiel: ``register()`` once, then ``pyspiel.load_game("crosscut_hex_v1")``.

An action is a tap, a player is a seat, and returns belong to seats. A game that is not over after
`tap_limit` actions ends there without a winner, as OpenSpiel wants to know how long games take.
"""

from collections.abc import Iterator

import numpy as np

from crosscut.core.optional import load
from crosscut.lab.envs.ids import OLD, check_version, games_to_register, openspiel_id
from crosscut.lab.envs.state import Moment
from crosscut.play.position import Position
from crosscut.rules.boards import members
from crosscut.rules.game import DRAW, NOBODY, Game
from crosscut.rules.registry import load_game
from crosscut.search.observation import SET, VERSION, shape, unseen_fields
from crosscut.search.playout import playout_limit, tap_limit

pyspiel = load("pyspiel", "openspiel")
IIGObserverForPublicInfoGame = load(
    "open_spiel.python.observation", "openspiel"
).IIGObserverForPublicInfoGame

BY_HAND = -1
"""The seed of a game that is set up by a player, where others are drawn from a seed."""


def register(*names: str) -> list[str]:
    """Let OpenSpiel know all games, or some by their names or files; return what it calls them.

    Once more does no harm; after an edit of a game file it is the edited one.
    """
    games = games_to_register(names)
    for game in games:
        for version in (OLD, VERSION):
            register_one(game, version)
    return [openspiel_id(game) for game in games]


def register_one(game: Game, version: int) -> None:
    """Let OpenSpiel know one version of a game."""
    known = {"name": game.id, "kind": game_type(game, version), "version": version}
    # OpenSpiel lets go of it after Python has ended: a class bears that, a function does not
    pyspiel.register_game(known["kind"], type("SpielGame", (SpielGame,), known))


def game_type(game: Game, version: int):
    """Return what OpenSpiel wants to know of a game before it is played, and its parameters."""
    parameters = {"size": game.size, "variant": game.variant, "pie": game.pie}
    if game.has_deal:
        parameters["seed"] = BY_HAND
    return pyspiel.GameType(
        short_name=openspiel_id(game, version),
        long_name=f"Crosscut's {game.facts.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


class SpielGame(pyspiel.Game):
    """A game with its options, as OpenSpiel sees it."""

    name: str
    kind: pyspiel.GameType
    version: int

    def __init__(self, parameters: dict):
        check_version(self.version)
        options = (parameters[each] for each in ("size", "variant", "pie"))
        self.game = load_game(self.name, *options)
        seed = parameters.get("seed", BY_HAND)
        self.first = Moment.at(self.game.position(seed=None if seed == BY_HAND else seed))
        self.longest = (playout_limit if self.version == OLD else tap_limit)(self.game)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.actions,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.longest,
        )
        super().__init__(self.kind, info, parameters)

    def new_initial_state(self):
        """Return the first state."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type=None, params=None):
        """Return what shows states: planes and a text, or the history where it is asked for."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return PlanesObserver(self.game, self.version)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)

    # A class made by `register_one` cannot be found by its name, so a game is loaded anew.

    def __reduce__(self):
        return loaded, (self.name, str(self))


def loaded(name: str, text: str) -> SpielGame:
    """Return a game from its text, also in a process that has not registered it."""
    if text.partition("(")[0] not in pyspiel.registered_names():
        register(name)
    return pyspiel.load_game(text)


class SpielState(pyspiel.State):
    """One moment of a game, as OpenSpiel sees it.

    OpenSpiel clones a state by copying its attributes, and writes it down by pickling them; both
    are easy, because the only one that changes is a `Moment`.
    """

    def __init__(self, game: SpielGame):
        super().__init__(game)
        self.moment = game.first
        self.longest = game.longest

    @property
    def position(self) -> Position:
        """The position, with its history, for all that Crosscut can do with one."""
        return self.moment.position

    def current_player(self):
        """Return the seat to move, or that the game is over."""
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.moment.to_play

    def _legal_actions(self, player):
        return self.moment.legal

    def _apply_action(self, action):
        self.moment = self.moment.after(action)

    def _action_to_string(self, player, action):
        return self.moment.game.tap_text(action)

    def is_terminal(self):
        """Tell whether the game is over, or has taken as long as a game may take."""
        return self.moment.winner != NOBODY or self.moment.taps >= self.longest

    def returns(self):
        """Return what the game has brought to each seat."""
        return self.moment.rewards

    def __str__(self):
        return "\n".join([str(self.position), self.status(), *unseen_values(self.position)])

    def status(self) -> str:
        """Say which seat acts and whether it may swap, or how the game ended for the seats.

        A diagram knows colours only, and OpenSpiel tells states apart by their texts.
        """
        moment = self.moment
        if not self.is_terminal():
            swap = ", may swap" if moment.game.swap_action in moment.legal else ""
            return f"seat {moment.to_play} acts{swap}"
        return "nobody wins" if moment.winner in (NOBODY, DRAW) else f"seat {moment.winner} wins"

    def __reduce__(self):
        return restored, (self.get_game(), self.serialize())


def restored(game: SpielGame, text: str) -> SpielState:
    """Return a state of a game from the text that it was serialised to."""
    return game.deserialize_state(text)


def unseen_values(position: Position) -> Iterator[str]:
    """Yield what the rules know and no diagram shows, where it is not as it was at the start."""
    game = position.game
    for field in unseen_fields(game):
        value = getattr(position.state, field.name)
        if value != getattr(game.start(), field.name) and field.shift in (SET, 0):
            cells = " ".join(map(game.board.name, members(value))) if field.shift == SET else value
            yield f"{field.name}: {cells}"


class PlanesObserver:
    """What a seat sees, as the planes of `crosscut.search.observation` and as a text."""

    def __init__(self, game: Game, version: int):
        form = shape(game, version)
        self.version, self.tensor = version, np.zeros(np.prod(form), np.float32)
        self.dict = {"observation": self.tensor.reshape(form)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a seat sees into the tensor."""
        self.dict["observation"][...] = state.moment.observation(player, self.version)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the state as text, which is the same for both."""
        return str(state)
