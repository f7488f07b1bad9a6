export const CreateLinkPage = () => (
  <div className="page py-16">
    <title>Create New Link · Framelight</title>
    <h1 className="text-title">Create New Link</h1>
  </div>
)
