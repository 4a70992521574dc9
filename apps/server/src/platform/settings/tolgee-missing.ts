export interface MissingSetting {
  /** The end of a sentence: why the variable has no effect here. */
  readonly reason: string
  /** Values, in lower case, that ask for what happens anyway: no warning then. */
  readonly harmless?: ReadonlyArray<string>
}

/**
 * A variable of Tolgee's that means nothing here; null when the name is not one of Tolgee's. `name` is in lower case,
 * without `_`, `-` and `.`. Source: reference "users" 4.
 */
export const missingTolgeeSetting = (name: string): MissingSetting | null => {
  // Tolgee's CLI and JavaScript tools read these two; they are no settings of a server.
  if (/^tolgee(apikey|apiurl|projectid)$/.test(name)) return null
  const found = missingSettings.find(([prefix]) => name.startsWith(prefix))
  if (found !== undefined) return found[1]
  return name.startsWith("tolgee") ? { reason: "Dragoman has no such setting" } : null
}

const onlyPasswords = { reason: "users log in with a password", harmless: ["false"] }
const noMail = { reason: "Dragoman sends no mail" }
const noCache = { reason: "Dragoman needs no cache", harmless: ["false"] }
const noMachineTranslation = { reason: "Dragoman has no machine translation", harmless: ["false"] }
const noTelemetry = { reason: "Dragoman reports to nobody", harmless: ["false"] }
const fixed = { reason: "this is fixed" }

/** By prefix; longer prefixes stand before shorter ones. */
const missingSettings: ReadonlyArray<readonly [string, MissingSetting]> = [
  ["tolgeepostgresautostart", { reason: "no PostgreSQL is started: SQLite is built in", harmless: ["false"] }],
  ["tolgeepostgres", { reason: "no PostgreSQL is started: SQLite is built in" }],
  ["springconfigadditionallocation", { reason: "settings come from flags and variables, not from files" }],
  ["springconfiglocation", { reason: "settings come from flags and variables, not from files" }],
  ["springdatasource", { reason: "the connections are managed by Dragoman" }],
  ["tolgeebackendurl", { reason: "everything is served from one address, DRAGOMAN_PUBLIC_URL" }],
  ["tolgeefilestorages3", { reason: "files are kept in the database", harmless: ["false"] }],
  ["tolgeefilestorage", { reason: "files are kept in the database" }],
  ["tolgeemaxscreenshotsperkey", fixed],
  ["tolgeemaxtranslationtextlength", fixed],
  ["tolgeetranslationsviewlanguageslimit", { reason: "the number of languages is not limited", harmless: ["-1"] }],
  ["tolgeeauthenticationenabled", { reason: "a login is always needed", harmless: ["true"] }],
  ["tolgeeauthenticationjwtexpiration", { reason: "access tokens are valid for 7 days" }],
  ["tolgeeauthenticationjwtsuperexpiration", { reason: "access tokens are super tokens for 1 hour" }],
  ["tolgeeauthenticationnativeenabled", { reason: "users log in with a password", harmless: ["true"] }],
  ["tolgeeauthenticationneedsemailverification", { ...noMail, harmless: ["false"] }],
  [
    "tolgeeauthenticationusercancreateorganizations",
    { reason: "every user may create organizations", harmless: ["true"] }
  ],
  ["tolgeeauthenticationallowedemaildomains", { reason: "sign-up is limited by DRAGOMAN_REGISTRATION only" }],
  ["tolgeeauthenticationblockedemaildomains", { reason: "sign-up is limited by DRAGOMAN_REGISTRATION only" }],
  ["tolgeeauthentication", onlyPasswords],
  ["tolgeesmtp", { ...noMail, harmless: ["false"] }],
  ["tolgeecontentdelivery", { reason: "Dragoman has no content delivery", harmless: ["false"] }],
  ["tolgeeratelimits", { reason: "the limits are fixed; DRAGOMAN_RATE_LIMITS switches them off" }],
  ["tolgeecache", noCache],
  ["tolgeewebsocketuseredis", noCache],
  ["springredis", noCache],
  ["springdataredis", noCache],
  ["tolgeebatch", { reason: "batch jobs need no configuration" }],
  ["tolgeewebhook", { reason: "endpoints that fail are switched off after three days", harmless: ["true"] }],
  ["tolgeeimport", { reason: "files are imported through the API: tolgee push" }],
  ["tolgeemachinetranslation", noMachineTranslation],
  ["tolgeellm", noMachineTranslation],
  ["tolgeetelemetry", noTelemetry],
  ["tolgeesentry", noTelemetry],
  ["tolgeerecaptcha", { reason: "Dragoman asks no other service" }],
  ["tolgeelanguagetool", { reason: "Dragoman asks no other service" }],
  ["tolgeeslack", { reason: "use a webhook in place of the Slack application" }]
]
