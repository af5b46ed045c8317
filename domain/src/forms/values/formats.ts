/** The text formats of the specification (section 3), except PHONE, whose data is large and therefore injected. */
import { parseDate, parseDateOptionalTime, parseDateTime, parseTime } from './dates.ts';

interface Format {
  /** The name of the format in messages and params. */
  readonly name: string;
  readonly matches: (text: string) => boolean;
}

/** ISO 4217: current codes, followed by withdrawn ones. */
const CURRENCIES = new Set(
  (
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW ' +
    'CLF CLP CNY COP COU CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HRK ' +
    'HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK ' +
    'MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD ' +
    'SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS ' +
    'VED VES VND VUV WST XAF XAG XAU XBA XBB XBC XBD XCD XDR XOF XPD XPF XPT XSU XTS XUA XXX YER ZAR ZMW ZWL ' +
    'ADP AFA ATS AYM AZM BEF BGL BYB BYR CSD CYP DEM EEK ESP FIM FRF GHC GRD GWP IEP ITL LTL LUF LVL MGF MRO MTL MZM NLG PTE ' +
    'ROL RUR SDD SIT SKK SRG STD TMM TPE TRL USS VEB VEF XFO XFU YUM ZMK ZWD ZWN ZWR'
  ).split(' '),
);

/** ISO 639-1, including four replaced codes. */
const LANGUAGES = new Set(
  (
    'aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu ' +
    'fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ' +
    'ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os ' +
    'pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ' +
    'ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu in iw ji mo'
  ).split(' '),
);

const UUID = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const HOST_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const COLOR = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
/** RFC 3986, with at least one character after the scheme. */
const URI = (() => {
  const plain = "[a-z0-9\\-._~!$&'()*+,;=:@]|%[0-9a-f]{2}";
  const path = `(?:/(?:${plain})*)*`;
  const host = "\\[[0-9a-f:.]+\\]|(?:[a-z0-9\\-._~!$&'()*+,;=]|%[0-9a-f]{2})*";
  const authority = `(?:(?:[a-z0-9\\-._~!$&'()*+,;=:]|%[0-9a-f]{2})*@)?(?:${host})(?::\\d*)?`;
  const rest = `(?:${plain}|[/?])*`;
  const hierarchy = `//${authority}${path}|/(?:(?:${plain})+${path})?|(?:${plain})+${path}`;
  return new RegExp(`^[a-z][a-z0-9+.-]*:(?:${hierarchy})(?:\\?${rest})?(?:#${rest})?$`, 'i');
})();
/**
 * Letters and digits of any script, without spaces, quotes, brackets or control characters that could inject a mail
 * header.
 */
const EMAIL_NAME = /^[^\s\p{C}"(),:;<>@[\\\]]{1,64}$/u;
const DOMAIN_LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?$/u;
const URL_PARTS = /^(?:https?|ftp):\/\/(?:[^\s/?#@]*@)?([^\s/?#@:]+)(?::\d{2,5})?(?:[/?#]\S*)?$/i;
const PRIVATE_ADDRESS = /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|22[4-9]|2[3-5]\d)\./;
const TOP_LEVEL = /^(?:\p{L}[\p{L}\p{M}]+|xn--[a-z0-9-]+)$/iu;

const formats: Readonly<Record<string, Format>> = {
  EMAIL: { name: 'email', matches: isEmail },
  URL: { name: 'url', matches: isUrl },
  URI: { name: 'uri', matches: (text) => URI.test(text) },
  UUID: { name: 'uuid', matches: (text) => UUID.test(text) },
  HOSTNAME: { name: 'hostname', matches: isHostname },
  COLOR_HEX: { name: 'color-hex', matches: (text) => COLOR.test(text) },
  CURRENCY: { name: 'currency', matches: (text) => CURRENCIES.has(text.toUpperCase()) },
  LANGUAGE: { name: 'language', matches: (text) => LANGUAGES.has(text) },
  DATE: { name: 'date', matches: (text) => parseDate(text) !== null },
  TIME: { name: 'time', matches: (text) => parseTime(text) !== null },
  DATE_TIME: { name: 'date-time', matches: (text) => parseDateTime(text) !== null },
  DATE_OPTIONAL_TIME: { name: 'date-optional-time', matches: (text) => parseDateOptionalTime(text) !== null },
};

/** Returns a format by its name; undefined for PHONE, UNKNOWN_FORMAT and unknown names. */
export const formatOf = (name: string | undefined): Format | undefined =>
  name !== undefined && Object.hasOwn(formats, name) ? formats[name] : undefined;

/**
 * Accepts Unicode in both parts (RFC 6531). Matches the whole text, unlike the vendor's browser check, which finds an
 * address inside any text.
 */
function isEmail(text: string): boolean {
  const separator = text.lastIndexOf('@');
  const name = text.slice(0, separator);
  if (separator < 1 || text.length > 254 || !EMAIL_NAME.test(name) || /^\.|\.\.|\.$/.test(name)) return false;
  const labels = text.slice(separator + 1).split('.');
  return labels.length > 1 && labels.every((label) => DOMAIN_LABEL.test(label));
}

/**
 * Accepts http, https or ftp URLs with a top-level domain or a public IPv4 address. Uses no URL parser, because
 * browsers' parsers differ.
 */
function isUrl(text: string): boolean {
  const host = URL_PARTS.exec(text)?.[1];
  if (host === undefined) return false;
  const labels = host.split('.');
  if (/^[\d.]+$/.test(host)) return labels.length === 4 && labels.every(isAddressPart) && isPublic(host);
  return labels.length > 1 && labels.every((label) => DOMAIN_LABEL.test(label)) && TOP_LEVEL.test(labels.at(-1) ?? '');
}

const isAddressPart = (label: string): boolean => /^(?:0|[1-9]\d{0,2})$/.test(label) && Number(label) < 256;
const isPublic = (address: string): boolean => !PRIVATE_ADDRESS.test(address) && !/\.(?:0|255)$/.test(address);

function isHostname(text: string): boolean {
  const labels = text.replace(/\.$/, '').split('.');
  return text.length <= 253 && labels.every((label) => HOST_LABEL.test(label));
}
