export const EditLinkPage = () => (
  <div className="page py-16">
    <title>Edit Link · Framelight</title>
    <h1 className="text-title">Edit Link</h1>
  </div>
)
