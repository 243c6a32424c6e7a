"""Pages to learn from: lessons and puzzles, and the judge of what a player answers."""

from typing import Annotated

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse
from pydantic import Field

from crosscut.apps.web.responses import page
from crosscut.apps.web.schemas.bounds import Sent
from crosscut.apps.web.views.catalogue import catalogue, facts_of
from crosscut.play.lessons.lesson import Lesson, lessons
from crosscut.play.puzzles.puzzle import puzzles
from crosscut.play.records.conventions import named

router = APIRouter()
pages = APIRouter(include_in_schema=False)

Name = Annotated[str, Field(max_length=80)]


class Answer(Sent):
    """What a player answers: a turn, or the cell that was tapped."""

    game: Name
    name: Name
    """Of the lesson or the puzzle."""
    step: Annotated[int, Field(ge=0, lt=1000)] = 0
    text: Annotated[str, Field(max_length=2000)]


@pages.get("/learn")
def show_courses(request: Request) -> HTMLResponse:
    """List the games that have lessons, and the rules of all."""
    games = catalogue(skip=request.app.state.own.errors)
    taught = {game["id"]: lessons(game["id"]) for game in games}
    return page(request, "courses", games=games, taught=taught)


@pages.get("/learn/{game}")
def show_course(game: str, request: Request) -> HTMLResponse:
    """List the lessons on a game."""
    facts = facts_of(named(game))
    return page(request, "course", game=facts, lessons=lessons(facts["id"]))


@pages.get("/learn/{game}/{name}")
def show_lesson(game: str, name: str, request: Request) -> HTMLResponse:
    """Show a lesson."""
    lesson = find_lesson(named(game), name)
    course = lessons(lesson.game)
    place = course.index(lesson)
    following = course[place + 1] if place + 1 < len(course) else None
    facts = facts_of(lesson.game)
    return page(request, "lesson", game=facts, lesson=lesson.to_dict(), following=following)


@router.post("/api/lessons/answer")
def judge_step(answer: Answer) -> dict:
    """Judge the answer to a step of a lesson."""
    lesson = find_lesson(named(answer.game), answer.name)
    if answer.step >= len(lesson.steps):
        raise HTTPException(404, f"the lesson {lesson.title} has {len(lesson.steps)} steps")
    verdict = lesson.steps[answer.step].answer(answer.text)
    return {"right": verdict.right, "words": verdict.words}


def find_lesson(game: str, name: str) -> Lesson:
    """Return a lesson by its name."""
    for lesson in lessons(game):
        if lesson.id == name:
            return lesson
    raise HTTPException(404, f"there is no lesson {name!r} on {game}")


@pages.get("/puzzles")
def show_collections(request: Request) -> HTMLResponse:
    """List the games that have puzzles."""
    counted = [
        (game, len(puzzles(game["id"]))) for game in catalogue(skip=request.app.state.own.errors)
    ]
    return page(request, "collections", games=[each for each in counted if each[1]])


@pages.get("/puzzles/{game}")
def show_puzzles(game: str, request: Request) -> HTMLResponse:
    """Show the puzzles of a game, one at a time."""
    facts = facts_of(named(game))
    collection = [puzzle.to_dict() for puzzle in puzzles(facts["id"])]
    return page(request, "puzzle", game=facts, puzzles=collection)


@router.post("/api/puzzles/answer")
def judge_puzzle(answer: Answer) -> dict:
    """Judge the answer to a puzzle."""
    for puzzle in puzzles(named(answer.game)):
        if puzzle.id == answer.name:
            verdict = puzzle.answer(answer.text)
            return {"right": verdict.right, "words": verdict.words}
    raise HTTPException(404, f"there is no puzzle {answer.name!r}")
