/** Why a file of the corpus that the tool is tried on cannot come back as it was, by its path in the folder. */
export const knownDifferences: Readonly<Record<string, string>> = {
  "xliff12/translation--fr--non-valid.xlf": "Broken on purpose: its units have neither a source nor a target.",
  "xliff12/translation--fr--invalid-xml-resources.xlf":
    "Broken on purpose: an element is not closed, and the import says where.",
  "xliff12/moz-l10n--fr--angular.xliff":
    "A plural is stored form by form: the space in front of its last brace is not kept.",
  "android/moz-l10n--en--strings.xml":
    "Entities that a document type declares are never read: they can make a file of any size.",
  "strings/MonitorControl--cs--Main.strings":
    "A quotation mark in a text is not escaped: Apple's tools do not read the file either.",
  "xcstrings/OmniKit--en--Localizable.xcstrings":
    "Two keys have no text in the source language: their names stand for it, which a warning says.",
  "properties/moz-l10n--en--bug121341.properties":
    "Broken on purpose: four digits do not follow \\u, and Java rejects the file.",
  "csv/magento2--cs-CZ--cs_CZ.csv": "A cell in front of the place is never closed: nothing says where it ends.",
  "csv/magento2--el-GR--el_GR.csv": "A cell in front of the place is never closed: nothing says where it ends.",
  "csv/magento2--pl-PL--pl_PL.csv": "A cell in front of the place is never closed: nothing says where it ends."
}
