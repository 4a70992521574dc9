import { useAnnouncements } from "./announcement.ts"

/** The two live regions of the app; one polite, one assertive. */
export const LiveRegions = () => {
  const { polite, assertive } = useAnnouncements()
  return (
    <>
      <div className="visually-hidden" role="status" data-live="polite">
        <span key={polite.id}>{polite.text}</span>
      </div>
      <div className="visually-hidden" role="alert" data-live="assertive">
        <span key={assertive.id}>{assertive.text}</span>
      </div>
    </>
  )
}
