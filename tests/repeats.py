# ruff: noqa: E501
"""Tests that show once more, with another game or option, what a test in the ordinary run shows.

They are marked slow, so that the ordinary run stays well below a quarter of an hour; make test-all
runs them. Patterns are those of `fnmatch`, on the names that pytest prints.
"""

from fnmatch import fnmatchcase

REPEATS = (
    # Serpent's variants share all rules but one: the twins compare each of them all the same
    "tests/rules/test_invariants.py::*?serpent-r1-?*",
    "tests/rules/test_invariants.py::*?serpent-m1-?*",
    "tests/rules/test_reference.py::*?serpent-r1-m1-[34]?",
    "tests/rules/test_reference.py::*?serpent-[rm]1-4?",
    "tests/rules/test_reference.py::test_set_up_positions_agree_with_the_twin?serpent-[rm]1*",
    "tests/rules/test_reference.py::test_set_up_positions_agree_with_the_twin?resolve-as-written?",
    "tests/docs/test_rulings.py::test_check_prints_what_is_quoted?serpent * --variant m1?",
    "tests/search/test_perft.py::test_perft?serpent [rm]1* [23]?",
    # and it takes long to compile: test_serpent_snaketrail_statistics compares games of it move by move
    "tests/search/test_perft.py::test_compiled_perft?serpent *",
    "tests/search/test_playout.py::*?serpent?",
    # rules that are compared compiled and interpreted in whole random games, move by move
    *(
        f"tests/search/test_perft.py::test_compiled_perft?{name} *"
        for name in (
            "connect_four crossway filler gonnect havannah konobi kopano quinten resolve rhode "
            "shifty snaketrail vimbre"
        ).split()
    ),
    # games that fill a board, drawn and played by the same code as Hex and Kopano
    *(f"tests/search/test_playout.py::*?{name}?" for name in ("crossway", "filler", "konobi", "y")),
    # Gonnect's variants share all rules but the sides, and long games of it take seconds
    "tests/rules/test_invariants.py::*?gonnect-fixed-sides-19?",
    "tests/rules/test_serpent_snaketrail_statistics.py::test_random_games_of_snaketrail?standard-5?",
    # commands and searches, which others run with Slither
    "tests/apps/test_cli.py::test_warm",
    "tests/search/test_playout_pie.py::test_drawn_and_listed_games_are_as_long?hex?",
    "tests/search/test_engine.py::test_interpreted_search_is_the_compiled_one?Hex*",
    "tests/search/test_analysis.py::test_every_turn_has_a_value_and_what_is_proven_is_true?Hex(size=5*",
    "tests/lab/test_report_exact.py::test_shortest_games_by_hand?slither-3-classic-5?",
    "tests/lab/test_report_exact.py::test_verdicts_by_trying_everything?hex-*",
    "tests/lab/test_report_exact.py::test_verdicts_by_trying_everything?serpent-*",
    "tests/lab/test_report_measures.py::test_random_slither_is_as_others_have_measured?classic?",
    "tests/core/test_compile_cache.py::test_damaged_code_is_compiled_anew?nbc?",
    "tests/lab/test_report.py::test_the_games_may_be_played_by_another_search",
    "tests/rules/test_contract.py::test_shuttle_perft?Shuttle(size=3, variant='thrice'*",
    "tests/apps/test_cli_bench_search.py::test_bench_of_the_search",
    "tests/rules/test_slither_properties.py::test_compiled_games_are_the_interpreted_ones?9-*",
    "tests/rules/test_slither_properties.py::test_lengths_of_random_games?classic-87.0?",
    "tests/rules/test_slither_oracles.py::test_perft?advanced-9?",
    "tests/rules/test_slither_oracles.py::test_perft_as_deep_as_the_interpreter_gets?classic-5?",
    "tests/rules/test_slither_oracles.py::test_distinct_positions_*",  # test_report_exact counts them
    "tests/apps/test_cli_bench_search.py::test_bench_of_the_search_for_people",
    "tests/rules/test_contract.py::test_compiled_equals_interpreted?Shuttle(size=3, variant='once'*",
    "tests/lab/test_matches.py::test_the_engine_repeats_itself_and_the_stopping_rule_stops",
    "tests/rules/test_contract.py::test_compiled_equals_interpreted?Shuttle(size=3, variant='thrice'*",
    "tests/core/test_compile_cache.py::test_a_users_game_that_is_gone_does_no_harm",
    "tests/core/test_compile_cache.py::test_an_edit_of_a_helper_beside_a_users_game_counts",
    # servers and pages, where a shorter test shows the same of another kind
    "tests/apps/test_serve.py::test_without_a_port_the_next_free_one_is_taken",
    "tests/apps/test_serve.py::test_it_ends_at_once_also_while_the_engine_thinks?15?",
    "tests/apps/test_rooms_recovery.py::test_nor_if_postgresql_is_killed_itself",
    "tests/apps/test_rooms_load.py::test_players_and_spectators_are_measured",
    "tests/apps/test_rooms_concurrency.py::test_the_computer_thinks_in_rooms_only_as_long_as_it_may",
    "tests/apps/test_web_persistence.py::test_a_server_that_ends_and_comes_again",
    "tests/apps/test_web_user_games.py::test_a_file_that_does_not_run_is_waited_for",
    "tests/apps/test_web_tabs.py::test_two_tabs_play_on_against_the_computer",
    "tests/apps/test_rooms_browser.py::test_a_clock_runs_out_on_a_small_dark_phone_too",
    "tests/apps/test_web_user_games.py::test_a_rule_that_never_ends_is_told",
    "tests/apps/test_web_rejections.py::test_people_never_meet_a_limit",
    "tests/apps/test_web_tabs.py::test_a_game_that_is_only_looked_at_is_not_sent",
    "tests/apps/test_web_persistence.py::test_a_thinking_computer_goes_on_with_a_new_server",
    "tests/apps/test_web_analysis.py::test_a_search_goes_deeper_and_keeps_what_it_knew",
    "tests/apps/test_rooms_concurrency.py::test_rooms_with_clocks_are_forgotten_too_and_still_end",
    "tests/apps/test_rooms_browser.py::test_own_invitation_and_both_seats_at_one_screen",
    # pages: light and wide, dark and narrow stay
    "tests/apps/test_web_accessibility.py::test_a_phone_shows_the_whole_width_and_no_more?360?",
    "tests/apps/test_web_accessibility.py::test_axe_finds_nothing_serious?light-360?",
    "tests/apps/test_web_accessibility.py::test_axe_finds_nothing_serious?dark-1200?",
    "tests/apps/test_web_accessibility.py::test_axe_finds_nothing_serious_in_dialogs_and_refusals?dark?",
)


def repeats(name: str) -> bool:
    """Tell whether a test shows what another one shows too."""
    return any(fnmatchcase(name, pattern) for pattern in REPEATS)
