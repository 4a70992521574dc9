import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { seedImportFixture } from "../testing/import-fixture.ts"
import { textsIn } from "../testing/project-content.ts"
import { seed } from "../testing/seed.ts"
import { send } from "../testing/send.ts"
import { layerTestServer, TestServer } from "../testing/test-server.ts"
import { upload } from "../testing/upload.ts"

/** The first import and the first export wait for their threads. */
const timeoutMillis = 60_000

/** Data about one key in the files of two languages, in the way of each format. */
interface FormatCase {
  readonly format: string
  readonly importFormat: string
  /** Names of the files, with the tag in it. */
  readonly path: (tag: string) => string
  readonly en: string
  readonly de: string
  /** Parameters of the export besides the format. */
  readonly query?: string
}

const apple = (tag: string, extension: string) => `${tag}.lproj/Localizable.${extension}`

const cases: ReadonlyArray<FormatCase> = [
  {
    format: "APPLE_STRINGS_STRINGSDICT",
    importFormat: "STRINGS",
    path: (tag) => apple(tag, "strings"),
    en: '"p" = "100%";\n',
    de: '"p" = "100 %%";\n'
  },
  {
    format: "APPLE_STRINGS_STRINGSDICT",
    importFormat: "STRINGSDICT",
    path: (tag) => apple(tag, "stringsdict"),
    en: stringsdict("Your %@ list contains %1$#@elements@ in %2$#@lists@.", ["elements", "lu"], ["lists", "d"]),
    de: stringsdict("Liste %@: %#@eintraege@", ["eintraege", "lld"])
  },
  {
    format: "PROPERTIES",
    importFormat: "PROPERTIES_JAVA",
    query: "messageFormat=JAVA_STRING_FORMAT",
    path: (tag) => `${tag}.properties`,
    en: "p = 100%\n",
    de: "p = 100 %%\n"
  },
  {
    format: "ANDROID_XML",
    importFormat: "ANDROID_XML",
    path: (tag) => `values-${tag}/strings.xml`,
    en: android('<string name="p">100%</string>', '<string name="q">&lt;b&gt;%1$s&lt;/b&gt;</string>'),
    de: android(
      '<string name="p" translatable="false" formatted="false">100 %%</string>',
      '<string name="q"><b>%1$s</b></string>'
    )
  },
  {
    format: "FLUTTER_ARB",
    importFormat: "FLUTTER_ARB",
    path: (tag) => `app_${tag}.arb`,
    en: `{
  "@@locale" : "en",
  "date" : "On {d}",
  "@date" : {
    "placeholders" : {
      "d" : {
        "format" : "yMMMd"
      }
    }
  }
}
`,
    de: `{
  "@@locale" : "de",
  "date" : "Am {d}",
  "@date" : {
    "placeholders" : {
      "d" : {
        "format" : "dd.MM.y",
        "isCustomDateFormat" : "true"
      }
    }
  }
}
`
  },
  {
    format: "XLIFF_2",
    importFormat: "XLIFF_2_ICU",
    path: (tag) => `${tag}.xlf`,
    en: xliff2("en", "&lt;b&gt;", "Bold"),
    de: xliff2("de", "&lt;i&gt;", "Fett")
  },
  {
    format: "XLIFF",
    importFormat: "XLIFF_ICU",
    path: (tag) => `${tag}.xliff`,
    en: xliff("en", ' approved="yes"', "final", "Bold"),
    de: xliff("de", "", "needs-review-translation", "Fett")
  },
  {
    format: "PO",
    importFormat: "PO_C",
    query: "messageFormat=C_SPRINTF",
    path: (tag) => `${tag}.po`,
    en: po("en", '#, no-wrap\nmsgid "k"\nmsgid_plural "k %d s"\nmsgstr[0] "one"\nmsgstr[1] "%d"\n'),
    de: po(
      "de",
      '# Geprüft\n#, range:0..5\nmsgid "k"\nmsgid_plural "OTHER %d"\nmsgstr[0] "eins"\nmsgstr[1] "%d Stück"\n'
    )
  },
  {
    format: "QT_TS",
    importFormat: "QT_TS",
    path: (tag) => `${tag}.ts`,
    en: qt("en", "C", "s", "", "Open"),
    de: qt("de", "D", "other", "<translatorcomment>?</translatorcomment>", "Auf")
  },
  {
    format: "JSON_I18NEXT",
    importFormat: "JSON_I18NEXT",
    path: (tag) => `${tag}.json`,
    en: '{\n  "k": "{{n}} of"\n}',
    de: '{\n  "k": "{{ n }} von"\n}'
  },
  {
    format: "PHP_LARAVEL",
    importFormat: "PHP_LARAVEL",
    path: (tag) => `lang/${tag}/a.php`,
    en: "<?php\n\nreturn [\n    'k' => 'one|many|{0} none',\n];\n",
    de: "<?php\n\nreturn [\n    'k' => 'eins|viele',\n];\n"
  },
  {
    format: "FLUENT",
    importFormat: "FLUENT",
    path: (tag) => `${tag}.ftl`,
    en: "## Group\n\nmsg = {{ $n }}\n",
    de: '## Gruppe\n\nmsg = { $n }{ "" }\n'
  },
  {
    format: "JSON_WEBEXTENSION",
    importFormat: "JSON_WEBEXTENSION",
    path: (tag) => `_locales/${tag}/messages.json`,
    en: messages("Hi $NAME$", "$1"),
    de: messages("Hallo $NAME$", "Frau $1")
  }
]

function stringsdict(format: string, ...variables: ReadonlyArray<readonly [name: string, type: string]>): string {
  const printed = variables.map(
    ([name, type]) => `    <key>${name}</key>
    <dict>
      <key>NSStringFormatSpecTypeKey</key>
      <string>NSStringPluralRuleType</string>
      <key>NSStringFormatValueTypeKey</key>
      <string>${type}</string>
      <key>one</key>
      <string>one ${name}</string>
      <key>other</key>
      <string>%${type} ${name}</string>
    </dict>
`
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>list</key>
  <dict>
    <key>NSStringLocalizedFormatKey</key>
    <string>${format}</string>
${printed.join("")}  </dict>
</dict>
</plist>
`
}

function xliff2(tag: string, data: string, target: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="${tag}">
  <file id="f1">
    <unit id="a">
      <originalData>
        <data id="d1" xml:space="preserve">${data}</data>
      </originalData>
      <segment state="translated">
        <source xml:space="preserve">Bold<ph id="1" dataRef="d1" /></source>
        <target xml:space="preserve">${target}<ph id="1" dataRef="d1" /></target>
      </segment>
    </unit>
  </file>
</xliff>
`
}

function xliff(tag: string, approved: string, state: string, target: string): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
  <file datatype="plaintext" original="" source-language="en" target-language="${tag}">
    <header>
      <tool tool-id="dragoman" tool-name="Dragoman"/>
    </header>
    <body>
      <trans-unit id="a"${approved}>
        <source xml:space="preserve">Bold</source>
        <target state="${state}" xml:space="preserve">${target}</target>
      </trans-unit>
    </body>
  </file>
</xliff>
`
}

function android(...resources: ReadonlyArray<string>): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">
${resources.map((resource) => `    ${resource}\n`).join("")}</resources>
`
}

function po(tag: string, entries: string): string {
  return `msgid ""
msgstr ""
"Language: ${tag}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1)\\n"
"X-Generator: Dragoman\\n"

${entries}`
}

function qt(tag: string, context: string, source: string, comment: string, text: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="${tag}" sourcelanguage="en">
<context>
    <name>${context}</name>
    <message id="k">
        <source>${source}</source>
${comment === "" ? "" : `        ${comment}\n`}        <translation${comment === "" ? "" : ' type="unfinished"'}>${text}</translation>
    </message>
</context>
</TS>
`
}

function messages(message: string, content: string): string {
  return `${JSON.stringify({ hi: { message, placeholders: { NAME: { content } } } }, null, 2)}\n`
}

/** A file in Xcode's spelling: data that a text alone cannot hold beside texts. */
const catalog = `{
  "sourceLanguage" : "en",
  "strings" : {
    "%#@lines@" : {
      "localizations" : {
        "en" : {
          "stringUnit" : {
            "state" : "translated",
            "value" : "%#@lines@ left"
          },
          "substitutions" : {
            "lines" : {
              "argNum" : 1,
              "formatSpecifier" : "lld",
              "variations" : {
                "plural" : {
                  "other" : {
                    "stringUnit" : {
                      "state" : "translated",
                      "value" : "%arg lines"
                    }
                  }
                }
              }
            }
          }
        }
      }
    },
    "device" : {
      "localizations" : {
        "en" : {
          "variations" : {
            "device" : {
              "iphone" : {
                "stringUnit" : {
                  "state" : "translated",
                  "value" : "Tap"
                }
              },
              "other" : {
                "stringUnit" : {
                  "state" : "translated",
                  "value" : "Click"
                }
              }
            }
          }
        }
      }
    },
    "Extracted" : {

    },
    "Key" : {
      "localizations" : {
        "de" : {
          "stringUnit" : {
            "state" : "translated",
            "value" : "Taste"
          }
        }
      }
    },
    "new" : {
      "localizations" : {
        "de" : {
          "stringUnit" : {
            "state" : "new",
            "value" : "New"
          }
        },
        "en" : {
          "stringUnit" : {
            "state" : "new",
            "value" : "New"
          }
        }
      }
    }
  },
  "version" : "1.0"
}`

const seedFixture = Effect.gen(function* () {
  const { baseUrl } = yield* TestServer
  const fixture = yield* seedImportFixture(["en", "de"])
  const { asOwner, project } = fixture
  const path = `/v2/projects/${project.id}`
  const accessToken = asOwner !== null && "accessToken" in asOwner ? asOwner.accessToken : ""
  const pull = Effect.fnUntraced(function* ({ format, query = "" }: FormatCase, tag: string) {
    const response = yield* Effect.promise(() =>
      fetch(`${baseUrl}${path}/export?zip=false&languages=${tag}&format=${format}&${query}`, {
        headers: { authorization: `Bearer ${accessToken}` }
      })
    )
    const text = yield* Effect.promise(() => response.text())
    assert.strictEqual(response.status, 200, text)
    return text
  })
  const push = Effect.fnUntraced(function* (one: FormatCase, tag: "en" | "de", forceMode: string) {
    const name = one.path(tag)
    const fileMappings = [{ fileName: name, languageTag: tag, format: one.importFormat }]
    const params = { forceMode, fileMappings }
    const { status, body } = yield* upload(asOwner, `${path}/single-step-import`, [{ name, content: one[tag] }], params)
    assert.strictEqual(status, 200, JSON.stringify(body))
  })
  const stage = Effect.fnUntraced(function* (one: FormatCase, tag: "en" | "de", forceMode: string) {
    yield* upload(asOwner, `${path}/import`, [{ name: one.path(tag), content: one[tag] }])
    const applied = yield* send(asOwner, "PUT", `${path}/import/apply?forceMode=${forceMode}`)
    assert.strictEqual(applied.status, 200, JSON.stringify(applied.body))
  })
  return { ...fixture, path, pull, push, stage, texts: textsIn(project.id) }
})

layer(layerTestServer(), { timeout: "60 seconds" })("what a file says beside its texts", (it) => {
  it.effect.each(cases)(
    "belongs to its language: $format",
    (one) =>
      Effect.gen(function* () {
        const { pull, push } = yield* seedFixture
        yield* push(one, "en", "OVERRIDE")
        const english = yield* pull(one, "en")
        assert.strictEqual(english, one.en)
        for (const mode of ["NO_FORCE", "KEEP", "OVERRIDE"]) {
          yield* push(one, "de", mode)
          assert.strictEqual(yield* pull(one, "en"), english, mode)
          assert.strictEqual(yield* pull(one, "de"), one.de, mode)
        }
        // The other way round, too.
        yield* push(one, "en", "OVERRIDE")
        assert.strictEqual(yield* pull(one, "de"), one.de)
      }),
    timeoutMillis
  )

  it.effect("comes with an upload that is applied, too, and is shown in the activity of its language alone", () =>
    Effect.gen(function* () {
      const { stage, pull, path, project, asOwner } = yield* seedFixture
      const [fluent] = cases.filter(({ format }) => format === "FLUENT")
      if (fluent === undefined) return assert.fail("no case")
      yield* stage(fluent, "en", "OVERRIDE")
      yield* stage(fluent, "de", "OVERRIDE")
      assert.strictEqual(yield* pull(fluent, "en"), fluent.en)
      assert.strictEqual(yield* pull(fluent, "de"), fluent.de)

      const user = yield* seed.user({ username: `${project.slug} reader` })
      const scopes = ["keys.view", "translations.view", "activity.view"] as const
      const german = (yield* send(asOwner, "GET", `${path}/languages`)).body
      const germanId = /"id":(\d+),"name":"[^"]*","tag":"de"/.exec(JSON.stringify(german))?.[1]
      assert.isDefined(germanId)
      const permission = { scopes, viewLanguageIds: [Number(germanId)] }
      yield* seed.directPermission({ project: project.id, user, permission })
      const reader = yield* seed.accessToken(user)
      const pattern = "{{ $n }}"
      const activity = (yield* send(asOwner, "GET", `${path}/activity`)).body
      const revisions = [...JSON.stringify(activity).matchAll(/"revisionId":(\d+)/g)].map(([, id]) => id)
      const seen = { owner: "", reader: "" }
      for (const [name, credential] of [
        ["owner", asOwner],
        ["reader", reader]
      ] as const) {
        for (const place of [
          ...revisions.map((id) => `activity/revisions/${id}/modified-entities`),
          "keys",
          "all-keys"
        ]) {
          const { status, body } = yield* send(credential, "GET", `${path}/${place}`)
          assert.strictEqual(status, 200, place)
          seen[name] += JSON.stringify(body)
        }
      }
      assert.include(seen.owner, pattern)
      assert.notInclude(seen.reader, pattern)
      assert.include(seen.reader, "_fluentPattern", "its own language's")
    })
  )

  it.effect("stays with the text that is kept, and goes when the text does", () =>
    Effect.gen(function* () {
      const { push, pull, path, asOwner } = yield* seedFixture
      const [strings] = cases
      if (strings === undefined) return assert.fail("no case")
      yield* push(strings, "en", "OVERRIDE")
      const doubled = { ...strings, en: '"p" = "100%%";\n' }
      yield* push(doubled, "en", "KEEP")
      assert.strictEqual(yield* pull(strings, "en"), strings.en)
      yield* push({ ...strings, en: '"p" = "50%%";\n' }, "en", "KEEP")
      assert.strictEqual(yield* pull(strings, "en"), strings.en)
      yield* push(doubled, "en", "NO_FORCE")
      assert.strictEqual(yield* pull(strings, "en"), doubled.en)
      // A language without a file of its own is spelled as the base language.
      yield* push(strings, "en", "OVERRIDE")
      yield* send(asOwner, "POST", `${path}/translations`, { key: "p", translations: { de: "99%" } })
      assert.strictEqual(yield* pull(strings, "de"), '"p" = "99%";\n')
    })
  )

  it.effect("a string catalog comes back as it was, but for the texts that were edited", () =>
    Effect.gen(function* () {
      const { push, pull, path, asOwner, texts } = yield* seedFixture
      const one: FormatCase = {
        format: "APPLE_XCSTRINGS",
        importFormat: "APPLE_XCSTRINGS",
        query: "languages=de&originalOrder=true",
        path: () => "Localizable.xcstrings",
        en: catalog,
        de: catalog
      }
      yield* push(one, "en", "OVERRIDE")
      assert.strictEqual(yield* pull(one, "en"), catalog)
      const stored = yield* texts
      assert.strictEqual(stored["Extracted"]?.["en"], "Extracted")
      assert.isNull(stored["new"]?.["de"], "nobody has translated it")
      yield* send(asOwner, "POST", `${path}/translations`, { key: "device", translations: { en: "Press" } })
      yield* send(asOwner, "POST", `${path}/translations`, { key: "new", translations: { de: "Neu" } })
      const edited = JSON.parse(yield* pull(one, "en")).strings
      assert.deepStrictEqual(edited.device.localizations.en, { stringUnit: { state: "needs_review", value: "Press" } })
      assert.deepStrictEqual(edited.new.localizations.de, { stringUnit: { state: "needs_review", value: "Neu" } })
    })
  )
})
