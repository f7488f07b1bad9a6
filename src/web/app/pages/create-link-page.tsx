import { CreateLink } from '#web/features/links/create-link.tsx'

export const CreateLinkPage = () => (
  <>
    <title>Create Link · Framelight</title>
    <CreateLink />
  </>
)
