export const APP_NAME = 'Spichlerz';

/** An ear of grain. It is inline SVG: a file would cost a request and a separate SVG document. */
export function Logo({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden>
      <rect width="32" height="32" rx="7" fill="#3a7a2c" />
      <path d="M16 27V12" stroke="#fff" strokeWidth="2" strokeLinecap="round" />
      <path
        d="M16 5c2 2 2.600 4 0 6.500C13.400 9 14 7 16 5zM15 17c-3.500 0-5.500-1.500-6-5 3.500 0 5.700 1.500 6 5zm2 0c3.500 0 5.500-1.500 6-5-3.500 0-5.700 1.500-6 5zm-2 6.500c-3.500 0-5.500-1.500-6-5 3.500 0 5.700 1.500 6 5zm2 0c3.500 0 5.500-1.500 6-5-3.500 0-5.700 1.500-6 5z"
        fill="#fff"
      />
    </svg>
  );
}
