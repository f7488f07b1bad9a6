import './empty-frame.css'

/** Our mark of absence, in its mat: light through a window on a bare wall. */
export const EmptyFrame = () => (
  <div
    className="rounded-print border border-line bg-surface p-[clamp(1.25rem,5%,2.5rem)] shadow-print"
    aria-hidden="true"
  >
    <div className="frame" />
  </div>
)
