/** Portico's logo, which shows a gable on three columns. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="#176a58" />
      <path d="M16 6 26 12H6zM8 14h3v9H8zM14.5 14h3v9h-3zM21 14h3v9h-3zM6 24.5h20V27H6z" fill="#fff" />
    </svg>
  );
}
