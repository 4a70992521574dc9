/** Light and dark follow the reader's system. */
export const docsStyle = `
:root { color-scheme: light dark; --line: light-dark(#d5d9df, #3a3f47); --soft: light-dark(#f4f6f8, #20242a); --strong: light-dark(#0b57d0, #8ab4f8); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 1rem; font: 16px/1.5 system-ui, sans-serif; background: Canvas; color: CanvasText; }
header { border-bottom: 1px solid var(--line); padding-bottom: 1rem; }
h1 { margin: 0; font-size: 1.6rem; }
h2 { margin: 2rem 0 .5rem; font-size: 1.25rem; }
h3 { margin: 1rem 0 .25rem; font-size: 1rem; }
small { font-weight: normal; font-size: .9rem; }
a { color: var(--strong); }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; list-style: none; }
label { display: block; font-weight: 600; }
input { width: 100%; padding: .5rem; font: inherit; border: 1px solid var(--line); border-radius: 4px; background: Field; color: FieldText; }
:focus-visible { outline: 2px solid var(--strong); outline-offset: 2px; }
.item { border: 1px solid var(--line); border-radius: 4px; margin: .4rem 0; padding: 0 .75rem; }
.item[open] { padding-bottom: .75rem; }
.item > summary { cursor: pointer; padding: .5rem 0; overflow-wrap: anywhere; }
.method { display: inline-block; min-width: 4.5em; font: 600 .85rem ui-monospace, monospace; }
.summary { opacity: .8; }
code { font: .9em ui-monospace, monospace; background: var(--soft); padding: 0 .25em; border-radius: 3px; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; margin: .25rem 0; }
th, td { border: 1px solid var(--line); padding: .25rem .5rem; text-align: left; vertical-align: top; font-weight: normal; }
thead th { background: var(--soft); font-weight: 600; }
[hidden] { display: none; }
@media (max-width: 40rem) { table { display: block; overflow-x: auto; } }
`

/** Search narrows the list to items that hold every word; a link to an item opens it. */
export const docsScript = `
const search = document.getElementById("search"), found = document.getElementById("found")
const items = [...document.querySelectorAll("main .item")].map((element) => ({ element, text: element.textContent.toLowerCase() }))
const narrow = () => {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean)
  let count = 0
  for (const { element, text } of items) {
    element.hidden = !words.every((word) => text.includes(word))
    if (!element.hidden) count++
  }
  for (const section of document.querySelectorAll("main section")) section.hidden = !section.querySelector(".item:not([hidden])")
  found.textContent = words.length === 0 ? "" : count + " found"
}
const openTarget = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (target instanceof HTMLDetailsElement) { search.value = ""; narrow(); target.open = true; target.scrollIntoView() }
}
search.addEventListener("input", narrow)
addEventListener("hashchange", openTarget)
addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== search) { event.preventDefault(); search.focus() }
})
openTarget()
`
