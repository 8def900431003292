const SVG = "http://www.w3.org/2000/svg";

/**
 * Dice in one line, as they are shown in words; those that were kept are gold.
 *
 * @param {number[]} faces
 * @param {boolean[]} kept
 * @param {string} label what they show, in words
 */
export function smallDice(faces, kept, label) {
  const line = document.createElement("span");
  line.className = "dice-line";
  line.setAttribute("role", "img");
  line.setAttribute("aria-label", label);
  line.append(...faces.map((face, slot) => smallDie(face, kept[slot] ?? false)));
  return line;
}

/**
 * @param {number} face
 * @param {boolean} isKept
 */
function smallDie(face, isKept) {
  const die = document.createElement("span");
  die.className = "die is-small";
  die.classList.toggle("is-kept", isKept);
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("class", "die-face");
  drawing.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#face-${face}`);
  drawing.append(use);
  die.append(drawing);
  return die;
}
