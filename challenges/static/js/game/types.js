/**
 * A game as the API gives it; the parts that a page uses.
 *
 * @typedef {object} Game
 * @property {string} id
 * @property {"playing" | "finished" | "expired"} status
 * @property {number} ply
 * @property {number} turn
 * @property {number} turns
 * @property {number} throw
 * @property {number} throws_left
 * @property {number} saved_throws
 * @property {number[]} dice
 * @property {Record<string, number | null>} sheet
 * @property {Record<string, number>} choices
 * @property {number} choices_extra
 * @property {{sum: number, target: number | null, bonus: number}} upper
 * @property {number} extra_bonus
 * @property {number} total
 * @property {Opponent | null} opponent
 */

/**
 * The computer that is played against.
 *
 * @typedef {object} Opponent
 * @property {number} total
 * @property {Record<string, number | null>} sheet
 * @property {{sum: number, target: number | null, bonus: number}} upper
 * @property {SeenTurn | null} last_turn
 */

/**
 * @typedef {object} SeenTurn
 * @property {number} turn
 * @property {{dice: number[], keep: boolean[] | null}[]} throws
 * @property {string} row
 * @property {number} points
 * @property {number} extra
 */

/** @typedef {{keep: boolean[] | null, row: string | null, worth: number, loss: number}} HintOption */

/**
 * @typedef {object} Hint
 * @property {number} ply
 * @property {number} expected
 * @property {HintOption} best
 * @property {HintOption[]} options
 */

/**
 * What of a game decides what can be done now.
 *
 * @typedef {Pick<Game, "ply" | "throws_left" | "dice" | "choices" | "choices_extra">} Present
 */

/** @typedef {{ply: number, keep?: boolean[], row?: string}} Move */

/** @typedef {Record<string, any>} Texts */

export {};
