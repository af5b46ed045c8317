export default function Layout({ children }) {
  return (
    <html lang="en">
      <head>
        <script src={`${process.env.NEXT_PUBLIC_PORTICO_URL}/wix.js`} />
      </head>
      <body>{children}</body>
    </html>
  );
}
