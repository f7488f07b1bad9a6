export const ImagePage = () => (
  <div className="page py-16">
    <title>Image · Framelight</title>
    <h1 className="text-title">Image</h1>
  </div>
)
