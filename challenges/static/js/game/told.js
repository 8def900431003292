import { fill } from "../texts.js";

/** @import { Game, Move, Texts } from "./types.js" */

/**
 * What a move did, for those who hear the page.
 *
 * @param {Texts} texts
 * @param {Game} now
 * @param {Move} move
 * @param {string} reply what the computer did, if it is played against
 */
export function told(texts, now, move, reply) {
  const faces = now.dice.join(", ");
  if (!move.row) return fill(texts.thrown, { dice: faces, left: texts.throwsLeft[now.throws_left] });
  const points = now.sheet[move.row] ?? 0;
  const written = fill(texts.written, { row: texts.rows[move.row], points, total: now.total });
  const next = fill(texts.newTurn, { turn: now.turn, turns: now.turns, dice: faces });
  return [written, reply, next].filter(Boolean).join(" ");
}
