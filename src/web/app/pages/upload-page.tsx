export const UploadPage = () => (
  <div className="page py-16">
    <title>Manage Images · Framelight</title>
    <h1 className="text-title">Manage Images</h1>
  </div>
)
