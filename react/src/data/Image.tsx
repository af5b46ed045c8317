import type { ImgHTMLAttributes } from 'react';
import { imageUrl } from './image-url.ts';

export interface ImageProps extends Omit<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'srcSet' | 'alt'> {
  /** The value of an image field: a URL, or an object with `url` or `src`. */
  readonly value: unknown;
  /** What the image shows; '' if it is decorative. */
  readonly alt: string;
}

/**
 * Shows an image of an item, or nothing without a value. The image loads when it comes near the screen. `width` and
 * `height` reserve its space.
 */
export function Image({ value, alt, className = 'portico-image', ...attributes }: ImageProps) {
  const url = imageUrl(value);
  if (!url) return null;
  return <img className={className} src={url} alt={alt} loading="lazy" decoding="async" {...attributes} />;
}
