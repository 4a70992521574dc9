import { strToU8, zipSync } from "fflate"

/** A file of very many very short entries: how much memory an entry takes counts there more than its text. */
export interface TinyFile {
  readonly path: string
  readonly bytes: Uint8Array
}

interface TinySyntax {
  readonly path: string
  readonly start?: string
  readonly entry: (name: string) => string
  readonly end?: string
}

const syntaxes = {
  properties: { path: "en.properties", entry: (name) => `${name}=b\n` },
  "properties without texts": { path: "en.properties", entry: (name) => `${name}\n` },
  fluent: { path: "en.ftl", entry: (name) => `${name}=b\n` },
  "fluent placeables": { path: "en.ftl", start: "a=", entry: () => "{a}" },
  "fluent lines": { path: "en.ftl", start: "a=", entry: () => "\n b" },
  "fluent comment": { path: "en.ftl", entry: () => "# b\n" },
  csv: { path: "all.csv", start: "key,en\n", entry: (name) => `${name},b\n` },
  "csv cells": { path: "all.csv", start: "key,en\n", entry: () => "b," },
  json: { path: "en.json", start: '{"_":0', entry: (name) => `,"${name}":""`, end: "}" },
  "json list": { path: "en.json", start: "[0", entry: () => ",0", end: "]" },
  arb: { path: "app_en.arb", start: '{"_":""', entry: (name) => `,"${name}":"b"`, end: "}" },
  yaml: { path: "en.yaml", entry: (name) => `${name}: b\n` },
  "yaml flow": { path: "en.yaml", start: "a: [", entry: () => "b,", end: "]" },
  "yaml keys behind signs": { path: "en.yaml", entry: () => "? ? ? ? ? ? ? ? ? b\n" },
  "yaml lists in lines": { path: "en.yaml", entry: () => "- - - - - - - - - b\n" },
  "yaml texts in lines": { path: "en.yaml", entry: (name) => `${name}: |\n b\n` },
  "yaml text of lines": { path: "en.yaml", start: "a: |\n", entry: (name) => ` ${name}\n` },
  "yaml folded lines": { path: "en.yaml", start: "a: b\n", entry: (name) => ` ${name}\n\n` },
  po: { path: "en.po", entry: (name) => `msgid "${name}"\nmsgstr ""\n` },
  "po references": { path: "en.po", start: "#: ", entry: (name) => `${name} `, end: '\nmsgid "a"\nmsgstr ""\n' },
  strings: { path: "en.strings", entry: (name) => `${name}=b;` },
  php: { path: "en.php", start: "<?php return [", entry: (name) => `'${name}'=>'',`, end: "];" },
  "php spread": { path: "en.php", start: "<?php return [", entry: (name) => `...f(${name}+1+2),`, end: "];" },
  "php expressions": { path: "en.php", start: "<?php return [", entry: (name) => `'${name}'=>f(1+2+3),`, end: "];" },
  android: {
    path: "values/strings.xml",
    start: "<resources>",
    entry: (name) => `<string name="${name}"/>`,
    end: "</resources>"
  },
  "android items": {
    path: "values/strings.xml",
    start: '<resources><string-array name="a">',
    entry: () => "<item/>",
    end: "</string-array></resources>"
  },
  resx: { path: "en.resx", start: "<root>", entry: (name) => `<data name="${name}"/>`, end: "</root>" },
  xliff: {
    path: "en.xliff",
    start: '<xliff version="1.2"><file><body>',
    entry: (name) => `<trans-unit id="${name}"><source/></trans-unit>`,
    end: "</body></file></xliff>"
  },
  "xliff 2": {
    path: "en.xliff",
    start: '<xliff version="2.1" srcLang="en"><file id="f">',
    entry: (name) => `<unit id="${name}"><segment><source/></segment></unit>`,
    end: "</file></xliff>"
  },
  tmx: {
    path: "en.tmx",
    start: '<tmx version="1.4"><body>',
    entry: (name) => `<tu tuid="${name}"><tuv xml:lang="en"><seg/></tuv></tu>`,
    end: "</body></tmx>"
  },
  "qt linguist": {
    path: "en.ts",
    start: '<TS language="en"><context>',
    entry: (name) => `<message><source>${name}</source></message>`,
    end: "</context></TS>"
  },
  xcstrings: {
    path: "a.xcstrings",
    start: '{"sourceLanguage":"en","strings":{"_":{}',
    entry: (name) => `,"${name}":{}`,
    end: "}}"
  },
  "xlsx rows": {
    path: "all.xlsx",
    start: "<row><c t='str'><v>key</v></c><c t='str'><v>en</v></c></row>",
    entry: (name) => `<row><c t="str"><v>${name}</v></c><c t="str"><v>b</v></c></row>`
  }
} satisfies Record<string, TinySyntax>

export type TinyKind = keyof typeof syntaxes

export const tinyKinds = Object.keys(syntaxes) as ReadonlyArray<TinyKind>

/** `areAlike`: all entries have one name. A workbook has as many entries as another file of the size, and is packed. */
export const makeTinyFile = (kind: TinyKind, bytesMax: number, areAlike: boolean): TinyFile => {
  const { path, start = "", entry, end = "" }: TinySyntax = syntaxes[kind]
  const parts = [start]
  for (let bytes = start.length + end.length, index = 0; ; index++) {
    const part = entry(areAlike ? "a" : `a${index.toString(36)}`)
    bytes += part.length
    if (bytes > bytesMax) break
    parts.push(part)
  }
  const text = parts.join("") + end
  return { path, bytes: path.endsWith(".xlsx") ? workbook(text) : strToU8(text) }
}

const workbook = (rows: string): Uint8Array =>
  zipSync(
    {
      "xl/workbook.xml": strToU8('<workbook><sheets><sheet name="S" r:id="a"/></sheets></workbook>'),
      "xl/_rels/workbook.xml.rels": strToU8('<R><Relationship Id="a" Target="s.xml"/></R>'),
      "xl/s.xml": strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`)
    },
    { level: 1 }
  )
