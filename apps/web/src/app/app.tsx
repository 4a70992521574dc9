import { QueryClientProvider } from "@tanstack/react-query"
import { RouterProvider } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import { I18nProvider } from "react-aria-components"
import { queryClient } from "../api/query-client.ts"
import { usePreferences } from "../preference/preference.ts"
import {
  type ConsoleLanguage,
  consoleLanguages,
  directionOf,
  makeText,
  type Text,
  TextProvider
} from "../texts/text.ts"
import { router } from "./router.tsx"

/** The console: texts of the chosen language around the routes. */
export const App = () => {
  const { language } = usePreferences()
  const text = useLoadedText(language)
  if (text === null) return null
  return (
    <I18nProvider locale={language}>
      <TextProvider value={text}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </TextProvider>
    </I18nProvider>
  )
}

/** null: the first texts are on their way; later ones replace those shown when they are there. */
const useLoadedText = (language: ConsoleLanguage): Text | null => {
  const [text, setText] = useState<Text | null>(null)
  useEffect(() => {
    let isCurrent = true
    const show = (texts: Parameters<typeof makeText>[1], shown: ConsoleLanguage) => {
      if (!isCurrent) return
      document.documentElement.lang = shown
      document.documentElement.dir = directionOf(shown)
      setText(() => makeText(shown, texts))
    }
    consoleLanguages[language].load().then(
      (texts) => show(texts, language),
      () => consoleLanguages.en.load().then((texts) => show(texts, "en"))
    )
    return () => {
      isCurrent = false
    }
  }, [language])
  return text
}
