// One chunk for these screens: each further one costs the first script a list of its files.
export { GlossaryListScreen } from "./glossary-list-screen.tsx"
export { GlossaryScreen } from "./glossary-screen.tsx"
