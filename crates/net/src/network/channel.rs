//! The encrypted channel: frames over any stream of bytes.
//!
//! A connection starts with the Noise handshake `NNpsk0` (<https://noiseprotocol.org>, the crate `snow`),
//! whose pre-shared key is the [`Code`]. Its ephemeral keys are new for each connection, so that a recorded
//! one stays secret even if the code becomes known later. Afterwards each frame is one encrypted
//! message; a frame that was changed, repeated or left out is an error.
//!
//! A frame is its length in two bytes, the high one first, and that many bytes.

use std::fmt;
use std::io::{self, Read, Write};

use reversi_table::sync::Mutex;
use snow::params::NoiseParams;
use snow::{Builder, HandshakeState, TransportState};

use super::code::{Code, Purpose};
use super::message::{MAX_LENGTH, NetworkMessage};
use reversi_table::phrase::io_reason;
use reversi_table::table::LossReason;

/// The handshake, the ciphers, and the hash.
const NOISE: &str = "Noise_NNpsk0_25519_ChaChaPoly_BLAKE2s";

/// What both sides must agree on besides the code.
const PROLOGUE: &[u8] = b"reversi";

/// The length of each message of the handshake: a key of 32 bytes and a tag of 16.
const HANDSHAKE: usize = 48;

/// The length of the tag of an encrypted message.
const TAG: usize = 16;

/// The longest frame after its length.
const MAX_FRAME: usize = MAX_LENGTH + TAG;

/// Why a channel failed.
#[derive(Debug)]
pub enum ChannelError {
    /// The stream ended or failed.
    Io(io::Error),
    /// The other side has another code or is another program, or a frame was changed in transit.
    NotEncrypted,
    /// A frame is longer than any message.
    TooLong(usize),
    /// A decrypted frame is not a message.
    NotAMessage,
}

impl ChannelError {
    /// Returns whether the stream ended.
    pub(crate) fn is_closed(&self) -> bool {
        let ends = [
            io::ErrorKind::UnexpectedEof,
            io::ErrorKind::ConnectionReset,
            io::ErrorKind::ConnectionAborted,
            io::ErrorKind::BrokenPipe,
        ];
        matches!(self, Self::Io(error) if ends.contains(&error.kind()))
    }
}

impl From<io::Error> for ChannelError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<ChannelError> for LossReason {
    fn from(error: ChannelError) -> Self {
        match error {
            ChannelError::Io(error) => Self::System(io_reason(&error)),
            ChannelError::NotEncrypted => Self::WrongCode,
            ChannelError::TooLong(bytes) => Self::TooLong(bytes),
            ChannelError::NotAMessage => Self::NotAMessage,
        }
    }
}

impl From<snow::Error> for ChannelError {
    fn from(_: snow::Error) -> Self {
        Self::NotEncrypted
    }
}

/// An encrypted channel after its handshake. One thread may send while another receives.
pub struct Channel(Mutex<TransportState>);

impl fmt::Debug for Channel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Channel")
    }
}

impl Channel {
    /// Makes the handshake with a host.
    ///
    /// # Errors
    /// [`ChannelError`]. A host that has another code closes the stream.
    pub fn join(stream: &mut (impl Read + Write), code: &Code) -> Result<Self, ChannelError> {
        Self::join_as(stream, code, Purpose::Play)
    }

    /// Makes the handshake with a host that admits spectators.
    ///
    /// # Errors
    /// As [`Channel::join`].
    pub fn watch(stream: &mut (impl Read + Write), code: &Code) -> Result<Self, ChannelError> {
        Self::join_as(stream, code, Purpose::Watch)
    }

    pub(super) fn join_as(
        stream: &mut (impl Read + Write),
        code: &Code,
        purpose: Purpose,
    ) -> Result<Self, ChannelError> {
        let key = code.key(purpose);
        let mut noise = builder()?.psk(0, &key)?.build_initiator()?;
        send_handshake(&mut noise, stream)?;
        hear(&mut noise, stream)?;
        Ok(Self(Mutex::new(noise.into_transport_mode()?)))
    }

    /// Makes the handshake with a guest. Only the guest's first message proves that it has the code: its part
    /// of the handshake may be replayed from a recording.
    ///
    /// # Errors
    /// [`ChannelError`].
    pub fn host(stream: &mut (impl Read + Write), code: &Code) -> Result<Self, ChannelError> {
        Ok(Self::host_any(stream, &[(Purpose::Play, code)])?.0)
    }

    /// Makes the handshake with a spectator, like [`Channel::host`].
    ///
    /// # Errors
    /// [`ChannelError`].
    pub fn host_of_spectators(
        stream: &mut (impl Read + Write),
        code: &Code,
    ) -> Result<Self, ChannelError> {
        Ok(Self::host_any(stream, &[(Purpose::Watch, code)])?.0)
    }

    /// Makes the handshake with whoever has one of these codes. Returns what that code is for.
    pub(super) fn host_any(
        stream: &mut (impl Read + Write),
        codes: &[(Purpose, &Code)],
    ) -> Result<(Self, Purpose), ChannelError> {
        let first = read_frame(stream, HANDSHAKE)?;
        for (purpose, code) in codes {
            let key = code.key(*purpose);
            let mut noise = builder()?.psk(0, &key)?.build_responder()?;
            if noise.read_message(&first, &mut [0; HANDSHAKE]).is_ok() {
                send_handshake(&mut noise, stream)?;
                let channel = Self(Mutex::new(noise.into_transport_mode()?));
                return Ok((channel, *purpose));
            }
        }
        Err(ChannelError::NotEncrypted)
    }

    /// Sends a message.
    ///
    /// # Errors
    /// [`ChannelError::Io`].
    pub fn send(
        &self,
        stream: &mut impl Write,
        message: &NetworkMessage,
    ) -> Result<(), ChannelError> {
        self.send_bytes(stream, message.print().as_bytes())
    }

    /// Sends bytes that need not be a message, as a hostile program does.
    ///
    /// # Errors
    /// [`ChannelError::Io`].
    pub fn send_bytes(&self, stream: &mut impl Write, bytes: &[u8]) -> Result<(), ChannelError> {
        let mut frame = vec![0; bytes.len() + TAG];
        let length = self.0.lock().write_message(bytes, &mut frame)?;
        Ok(write_frame(stream, &frame[..length])?)
    }

    /// Receives the next message.
    ///
    /// # Errors
    /// [`ChannelError`]; nothing more can be received after it.
    pub fn receive(&self, stream: &mut impl Read) -> Result<NetworkMessage, ChannelError> {
        let frame = read_frame(stream, MAX_FRAME)?;
        let mut text = vec![0; frame.len()];
        let length = self.0.lock().read_message(&frame, &mut text)?;
        NetworkMessage::parse(&text[..length]).ok_or(ChannelError::NotAMessage)
    }
}

fn builder() -> Result<Builder<'static>, ChannelError> {
    let parameters: NoiseParams = NOISE.parse()?;
    Ok(Builder::new(parameters).prologue(PROLOGUE)?)
}

fn send_handshake(noise: &mut HandshakeState, stream: &mut impl Write) -> Result<(), ChannelError> {
    let mut frame = [0; HANDSHAKE];
    let length = noise.write_message(&[], &mut frame)?;
    Ok(write_frame(stream, &frame[..length])?)
}

fn hear(noise: &mut HandshakeState, stream: &mut impl Read) -> Result<(), ChannelError> {
    let frame = read_frame(stream, HANDSHAKE)?;
    noise.read_message(&frame, &mut [0; HANDSHAKE])?;
    Ok(())
}

/// Writes a frame at once.
fn write_frame(stream: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    let length = u16::try_from(bytes.len()).map_err(io::Error::other)?;
    let frame = [&length.to_be_bytes(), bytes].concat();
    stream.write_all(&frame)?;
    stream.flush()
}

/// Reads a frame. Allocates no memory for a frame that is too long.
fn read_frame(stream: &mut impl Read, longest: usize) -> Result<Vec<u8>, ChannelError> {
    let mut length = [0; 2];
    stream.read_exact(&mut length)?;
    let length = usize::from(u16::from_be_bytes(length));
    if length > longest {
        return Err(ChannelError::TooLong(length));
    }
    let mut frame = vec![0; length];
    stream.read_exact(&mut frame)?;
    Ok(frame)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_end_of_a_stream_closes_a_channel() {
        for kind in [
            io::ErrorKind::UnexpectedEof,
            io::ErrorKind::ConnectionReset,
            io::ErrorKind::ConnectionAborted,
            io::ErrorKind::BrokenPipe,
        ] {
            assert!(ChannelError::Io(kind.into()).is_closed(), "{kind}");
        }
        for other in [
            ChannelError::Io(io::ErrorKind::TimedOut.into()),
            ChannelError::NotEncrypted,
            ChannelError::TooLong(70_000),
            ChannelError::NotAMessage,
        ] {
            assert!(!other.is_closed(), "{other:?}");
        }
    }
}
