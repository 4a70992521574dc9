import { useQuery } from "@tanstack/react-query"
import { useText } from "../../base/texts/text.ts"
import { bytesText } from "../../widget/ui/bytes.ts"
import { Facts } from "../../widget/ui/facts.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Table } from "../../widget/ui/table.tsx"
import styles from "./server.module.css"
import { ServerFrame } from "./server-frame.tsx"
import { serverSizesQuery } from "./server-queries.ts"

/** Shows how much the server stores. */
export const SizesScreen = () => {
  const t = useText()
  const query = useQuery(serverSizesQuery)
  const number = new Intl.NumberFormat(t.language)
  return (
    <ServerFrame title={t("server.sizes")}>
      <p className={styles["quiet"]}>{t("server.sizes-hint")}</p>
      <QueryState query={query} skeleton="480px">
        {(sizes) => (
          <>
            <Facts
              facts={[
                [t("server.database"), bytesText(sizes.databaseBytes, t.language)],
                [t("projects.title"), number.format(sizes.projectCount)],
                [t("server.organizations"), number.format(sizes.organizationCount)],
                [t("server.users"), number.format(sizes.userCount)],
                [t("server.keys"), number.format(sizes.keyCount)],
                [t("server.stored-texts"), number.format(sizes.textCount)],
                [
                  t("server.images"),
                  t("server.images-with-size", {
                    count: sizes.imageCount,
                    size: bytesText(sizes.imageBytes, t.language)
                  })
                ]
              ]}
            />
            <section className={styles["part"]}>
              <h2>{t("server.tables")}</h2>
              <Table
                label={t("server.tables")}
                rows={sizes.tables}
                rowId={({ name }) => name}
                columns={[
                  { id: "name", title: t("server.table"), cell: ({ name }) => <code>{name}</code> },
                  {
                    id: "rows",
                    title: t("server.rows"),
                    isNumber: true,
                    cell: ({ rowCount }) => number.format(rowCount)
                  }
                ]}
              />
            </section>
          </>
        )}
      </QueryState>
    </ServerFrame>
  )
}
