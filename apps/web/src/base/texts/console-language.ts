import arActivities from "./activity/ar.json?url"
import csActivities from "./activity/cs.json?url"
import deActivities from "./activity/de.json?url"
import enActivities from "./activity/en.json?url"
import ar from "./ar.json?url"
import arChecks from "./check/ar.json?url"
import csChecks from "./check/cs.json?url"
import deChecks from "./check/de.json?url"
import enChecks from "./check/en.json?url"
import cs from "./cs.json?url"
import de from "./de.json?url"
import en from "./en.json?url"
import arErrors from "./error/ar.json?url"
import csErrors from "./error/cs.json?url"
import deErrors from "./error/de.json?url"
import enErrors from "./error/en.json?url"
import arFindings from "./finding/ar.json?url"
import csFindings from "./finding/cs.json?url"
import deFindings from "./finding/de.json?url"
import enFindings from "./finding/en.json?url"

/** Languages of the console, each by its own name, with the addresses of its texts, and of its sentences about failures, findings, issues of texts and activities. */
export const consoleLanguages = {
  en: {
    name: "English",
    texts: en,
    errors: enErrors,
    findings: enFindings,
    checks: enChecks,
    activities: enActivities
  },
  cs: {
    name: "Čeština",
    texts: cs,
    errors: csErrors,
    findings: csFindings,
    checks: csChecks,
    activities: csActivities
  },
  de: {
    name: "Deutsch",
    texts: de,
    errors: deErrors,
    findings: deFindings,
    checks: deChecks,
    activities: deActivities
  },
  ar: {
    name: "العربية",
    texts: ar,
    errors: arErrors,
    findings: arFindings,
    checks: arChecks,
    activities: arActivities
  }
} as const

export type ConsoleLanguage = keyof typeof consoleLanguages

export const isConsoleLanguage = (language: string): language is ConsoleLanguage =>
  Object.hasOwn(consoleLanguages, language)

/** The first language of the browser that the console has. */
export const languageOfBrowser = (preferred: ReadonlyArray<string>): ConsoleLanguage =>
  preferred.map((tag) => tag.split("-")[0] ?? "").find(isConsoleLanguage) ?? "en"
