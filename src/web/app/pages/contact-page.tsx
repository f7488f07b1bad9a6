export const ContactPage = () => (
  <div className="page py-16">
    <title>Contact · Framelight</title>
    <h1 className="text-title">Contact</h1>
  </div>
)
