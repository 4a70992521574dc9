import type { TranslationEngineName } from "./translation-service.ts"

interface EngineLanguages {
  /** Tags as the engine spells them; null: each server has its own languages. */
  readonly sources: ReadonlyArray<string> | null
  readonly targets: ReadonlyArray<string> | null
  /** Those of `targets` that have polite and familiar forms. */
  readonly formal: ReadonlyArray<string>
}

const words = (text: string): ReadonlyArray<string> => text.trim().split(/\s+/)

/** Source: https://docs.cloud.google.com/translate/docs/languages, neural model. */
const google = words(`
  af sq am ar hy as ay az bm eu be bn bho bs bg ca ceb zh zh-CN zh-TW co hr cs da dv doi nl en eo et ee fil tl fi fr fr-CA fy gl
  ka de el gn gu ht ha haw he iw hi hmn hu is ig ilo id ga it ja jv jw kn kk km rw gom ko kri ku ckb ky lo la lv ln lt lg lb mk
  mai mg ms ml mt mi mr mni-Mtei lus mn my ne no ny or om ps fa pl pt pt-BR pt-PT pa qu ro ru sm sa gd nso sr st sn sd si sk sl
  so es su sw sv tg ta tt te th ti ts tr tk ak uk ur ug uz vi cy xh yi yo zu
`)

/** Source: https://docs.aws.amazon.com/translate/latest/dg/what-is-languages.html */
const amazon = words(`
  af sq am ar hy az bn bs bg ca zh zh-TW hr cs da fa-AF nl en et fa tl fi fr fr-CA ka de el gu ht ha he hi hu is id ga it ja kn
  kk ko lv lt mk ms ml mt mr mn no ps pl pt pt-PT pa ro ru sr si sk sl so es es-MX sw sv ta te th tr uk ur uz vi cy
`)

/** Source: https://developers.deepl.com/docs/getting-started/supported-languages */
const deepl = words("AR BG CS DA DE EL ES ET FI FR HE HU ID IT JA KO LT LV NB NL PL RO RU SK SL SV TH TR UK VI")

/** Source: https://learn.microsoft.com/azure/ai-services/translator/language-support */
const azure = words(`
  af sq am ar hy as az bn ba eu bho brx bs bg yue ca hne lzh zh-Hans zh-Hant sn hr cs da prs dv doi nl en et fo fj fil fi fr
  fr-CA gl ka de el gu ht ha he hi mww hu is ig id ikt iu iu-Latn ga it ja kn ks kk km rw tlh-Latn tlh-Piqd gom ko ku kmr ky lo
  lv lt ln dsb lug mk mai mg ms ml mt mni mi mr mn-Cyrl mn-Mong my ne nb nya or ps fa pl pt pt-PT pa otq ro run ru sm sr-Cyrl
  sr-Latn st nso tn sd si sk sl so es sw sv ty ta tt te th bo ti to tr tk uk hsb ur ug uz vi cy xh yo yua zu
`)

/** Tags of Baidu's own codes. Source: https://fanyi-api.baidu.com/doc/21 */
const baidu = words("zh zh-Hant yue lzh en ja ko fr es th ar ru pt de it el nl pl bg et da fi cs ro sl sv hu vi")

/** Languages of each engine. */
export const engineLanguages: Readonly<Record<TranslationEngineName, EngineLanguages>> = {
  GOOGLE: { sources: google, targets: google, formal: [] },
  AWS: {
    sources: amazon,
    targets: amazon,
    formal: words("nl fr fr-CA de hi it ja ko pt-PT es es-MX")
  },
  DEEPL: {
    sources: [...deepl, "EN", "PT", "ZH"],
    targets: [...deepl, "EN-GB", "EN-US", "ES-419", "PT-BR", "PT-PT", "ZH", "ZH-HANS", "ZH-HANT"],
    formal: words("DE ES FR IT JA NL PL PT-PT PT-BR RU")
  },
  AZURE: { sources: azure, targets: azure, formal: [] },
  BAIDU: { sources: baidu, targets: baidu, formal: [] },
  LIBRETRANSLATE: { sources: null, targets: null, formal: [] }
}
