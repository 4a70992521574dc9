import type { ReactNode } from "react"
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from "react-aria-components"
import styles from "./tabs.module.css"

interface TabsProps<Id extends string> {
  /** Names the list of tabs. */
  readonly label: string
  readonly tabs: ReadonlyArray<{ readonly id: Id; readonly title: ReactNode; readonly content: ReactNode }>
  readonly selected: Id
  readonly onSelect: (id: Id) => void
}

/** Tabs over one area: arrow keys move between them. */
export const Tabs = <Id extends string>({ label, tabs, selected, onSelect }: TabsProps<Id>) => (
  <AriaTabs selectedKey={selected} onSelectionChange={(key) => onSelect(String(key) as Id)}>
    <TabList aria-label={label} className={styles["list"] ?? ""}>
      {tabs.map(({ id, title }) => (
        <Tab key={id} id={id} className={styles["tab"] ?? ""}>
          {title}
        </Tab>
      ))}
    </TabList>
    {tabs.map(({ id, content }) => (
      <TabPanel key={id} id={id} className={styles["panel"] ?? ""}>
        {content}
      </TabPanel>
    ))}
  </AriaTabs>
)
