import { readPreferences } from "../base/preference/stored-preferences.ts"
import { loadTexts } from "../base/texts/load-texts.ts"

// A chunk of its own that runs first: the texts come beside the other scripts. The app says it when they do not come.
loadTexts(readPreferences().language).catch(() => undefined)
