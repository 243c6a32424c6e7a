"""Links of pages, made and read by the scripts of the pages themselves."""

import json
import subprocess
from pathlib import Path

import crosscut
from crosscut.core.errors import BadRecord

STATIC = Path(crosscut.__file__).parent / "apps" / "web" / "static"
SCRIPT = """
import { createInterface } from "node:readline";
const [folder] = process.argv.slice(1);
const { Game } = await import(`${folder}/tree.js`);
const { linkOf, readLink, gameOf } = await import(`${folder}/link.js`);
const deeds = {
  write: (data) => linkOf(Game.fromData(data)),
  read(link) {
    const { asked, seats, turns, told } = readLink(new URL(link, "http://localhost"));
    return gameOf(asked, seats ?? undefined, turns, undefined, told).toData();
  },
};
for await (const line of createInterface({ input: process.stdin })) {
  const [deed, given] = JSON.parse(line);
  let answer;
  try {
    answer = { found: deeds[deed](given) };
  } catch (error) {
    if (error.code !== "ERR_INVALID_URL") throw error;
    answer = { refused: error.message };
  }
  console.log(JSON.stringify(answer));
}
"""


class Links:
    """The scripts of pages, run by node as long as this is there."""

    def __init__(self):
        command = ["node", "--input-type=module", "-e", SCRIPT, f"file://{STATIC}"]
        self.node = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def write(self, data: dict) -> str:
        """Return the link of a document."""
        return self.ask("write", data)

    def read(self, link: str) -> dict:
        """Return the document of a link."""
        return self.ask("read", link)

    def ask(self, deed, given):
        """Return what a script answers."""
        self.node.stdin.write(json.dumps([deed, given]) + "\n")
        self.node.stdin.flush()
        answer = json.loads(self.node.stdout.readline())
        if "refused" in answer:
            raise BadRecord(answer["refused"])
        return answer["found"]

    def close(self) -> None:
        """End the process."""
        self.node.stdin.close()
        self.node.wait()
        self.node.stdout.close()
