/** A word that readers of logs, API descriptions, errors and docs should not meet, and the standard term to write instead. */
export interface BannedWord {
  /** Matched as whole words, ignoring case. */
  readonly word: RegExp
  readonly use: string
}

/** Words that hide who acts: banned in comments and in the texts of the console as well. */
export const actorWords: ReadonlyArray<BannedWord> = [
  { word: /nobody|somebody|anybody|everybody|whoever/, use: "the actor: the caller, the user, the client, the server" }
]

export const bannedWords: ReadonlyArray<BannedWord> = [
  ...actorWords,
  { word: /answer(s|ed|ing)?/, use: "response, respond" },
  { word: /refus(e|es|ed|ing|al|als)/, use: "reject, error" },
  { word: /demand(s|ed|ing)?/, use: "require, requirement, required scope" },
  { word: /envelopes?/, use: "middleware" },
  { word: /told|tells?|telling/, use: "publish, send, return; or say what the reader sees" },
  { word: /hears?|heard/, use: "subscribe, receive" },
  { word: /notices?/, use: "warning (of an import or export), notification (for a person)" },
  { word: /portions?|pieces?/, use: "batch, chunk, page" },
  { word: /(go|goes|going|gone|went) on with/, use: "resume, retry, restart" },
  { word: /(begin|begins|began|begun) anew/, use: "restart, retry" },
  { word: /(is|was|are|were) away/, use: "unavailable" },
  { word: /steady/, use: "monotonic" },
  { word: /content tags?/, use: "ETag" },
  { word: /ways? in/, use: "SSRF guard, private address" },
  { word: /lookalikes?/, use: "a similar name" }
]

/** Names on the wire that contain a banned word. Names in backticks are always allowed. */
export const allowedNames: ReadonlyArray<string> = ["X-Dragoman-Notices", "x-dragoman-demand"]
