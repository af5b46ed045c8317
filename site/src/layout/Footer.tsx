export function Footer({ siteName }: { siteName: string | undefined }) {
  return (
    <footer className="footer">
      <p>{siteName ?? 'This site'} runs on Portico.</p>
    </footer>
  );
}
