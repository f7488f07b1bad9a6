import { CreateNewLink } from './create-new-link.tsx'

export const NoLinks = () => (
  <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-line border-y py-5">
    <div>
      <h3 className="font-medium text-body">No links yet</h3>
      <p className="text-ink-2 text-ui">Get started by creating a new link.</p>
    </div>
    <CreateNewLink kind="plain" />
  </div>
)
