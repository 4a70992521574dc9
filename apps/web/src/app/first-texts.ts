import { readPreferences } from "../preference/stored-preferences.ts"
import { loadTexts } from "../texts/load-texts.ts"

// A chunk of its own that runs first: the texts come beside the other scripts. The app says it when they do not come.
loadTexts(readPreferences().language).catch(() => undefined)
