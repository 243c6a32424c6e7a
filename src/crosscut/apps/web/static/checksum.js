// A number by which the line of a game is known again, the same that the server writes into documents.

const POLYNOMIAL = 0xedb88320; // of CRC-32

/** Return the checksum of the turns that lead to a position. */
export function checksum(turns) {
  let rest = ~0;
  for (const byte of new TextEncoder().encode(turns.join("\n"))) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit += 1) rest = (rest >>> 1) ^ (rest & 1 ? POLYNOMIAL : 0);
  }
  return ~rest >>> 0;
}
