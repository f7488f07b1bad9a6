export const TermsPage = () => (
  <div className="page py-16">
    <title>Terms &amp; Conditions · Framelight</title>
    <h1 className="text-title">Terms &amp; Conditions</h1>
  </div>
)
