export const GalleryPage = () => (
  <div className="page py-16">
    <title>Gallery · Framelight</title>
    <h1 className="text-title">Gallery</h1>
  </div>
)
