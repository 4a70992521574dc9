/** Users whom a comment mentions; further ones are not told. */
export const mentionsMax = 20

/** The spelling of a mention: `@` and a name in brackets, then the id, which stays the same when the name changes. */
const stableMention = /@\[([^[\]\r\n]{1,255})\]\(user:(\d{1,15})\)/g

/** A mention by hand: `@` at the beginning of a word. The user name has no white space, may hold `@`, and may end a sentence. */
const writtenMention = /(?<=^|[\s([{"'])@([^\s@,;:()[\]{}"'<>]+(?:@[^\s@,;:()[\]{}"'<>]+)?)/g

/** Punctuation that belongs to the sentence, unless a user has a name like that. */
const sentenceEnd = /[.!?]+$/

/** The users whom a comment mentions. */
export interface Mentions {
  readonly userIds: ReadonlyArray<number>
  /** In lower case, as user names are stored; each perhaps with and without punctuation at its end. */
  readonly usernames: ReadonlyArray<string>
}

/** A mention as the console writes it. Brackets in the name would end it. */
export const printMention = (user: { readonly id: number; readonly name: string }): string =>
  `@[${
    user.name
      .replace(/[[\]\r\n]+/g, " ")
      .trim()
      .slice(0, 255) || String(user.id)
  }](user:${user.id})`

/** Whom a text mentions, by id or by user name. Mail addresses in the text are no mentions: their `@` is inside a word. */
export const findMentions = (text: string): Mentions => {
  const userIds = new Set<number>()
  const rest = text.replace(stableMention, (_, _name: string, id: string) => {
    userIds.add(Number(id))
    return " "
  })
  const usernames = new Set<string>()
  for (const [, written = ""] of rest.matchAll(writtenMention)) {
    if (usernames.size >= mentionsMax) break
    usernames.add(written.toLowerCase())
    usernames.add(written.replace(sentenceEnd, "").toLowerCase())
  }
  usernames.delete("")
  return { userIds: [...userIds].slice(0, mentionsMax), usernames: [...usernames] }
}

/** A text in pieces, for those who show it: plain text, and the names of mentioned users. */
export type CommentPiece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "mention"; readonly name: string; readonly userId: number }

export const splitMentions = (text: string): ReadonlyArray<CommentPiece> => {
  const pieces: Array<CommentPiece> = []
  let end = 0
  for (const match of text.matchAll(stableMention)) {
    if (match.index > end) pieces.push({ kind: "text", text: text.slice(end, match.index) })
    pieces.push({ kind: "mention", name: match[1] ?? "", userId: Number(match[2]) })
    end = match.index + match[0].length
  }
  if (end < text.length) pieces.push({ kind: "text", text: text.slice(end) })
  return pieces
}
