/** Height of ice sheets. Made by research/world-climatology/make.py; see NOTICE.md. */
export const ICE = {
  rows: 91,
  columns: 180,
  layers: 1,
  unit: 20,
  zero: 0,
  changes: false,
  data:
    "eNrtW9lyG0UUvb3OaCTZiq0kFFSFovgFvoL/f4dUQmEoJ9FiSdPr5d6eGccJpqgAD3LRx9YyS3efPufcHr00QEVFBWM210qCVMbKFH3K291587Xd" +
    "rLVaKakUCJExphic748un7PIyyZHyZQh9hnpM8/NduPOmLI/nnqPi2czS1pLISQhx3zs5RmTPu2dc75bd8YorTXl4/Bmd7lqzr0I0/b2bvHCauYc" +
    "w+vfu259ef5Lx/YGL1qjpEh3R7d6+UQWPB8VxMPJveu/f/VUFmltpHvz006tLp5fPRXOaMzm513Tvlg9nYfhh1+2ef1q/qQe4Pu3t7PvrusPmYqK" +
    "ioqKioqKioqKioqKioqKioqKioqKioqKioqKioqKioqKioqKioqKiv8LWuj/actVe9z4T041wPtaLq6Nv4smHUJu5+DMUubk3Cn+V5Ttym++sIkA" +
    "nK2WFtTMAIbgDrt9AFisOzNsJ8pZCMwpJRBCK0AhpUjx1DsfA7j+3zJWjTKzw9+QbjpNowLEkBFVY20jRWONCnvXLYQ7bG8P3fVy1hJlL2cg8uY2" +
    "mk451RntTrJ1+4g0FyNyBpBiv7n7Mt7CZLJIw71PVi/g/eOuma6bdxpVO9MSJKScQIGPNLxyHw5B5EMfYwwxdc8vunnaeURAZJVTIHGNIkMSb9sK" +
    "MaCyDe9/Adum+OvNXxOU2hgplESgxtQwMMe5ElJpSClGYVSGd2/bR3cdNIv5fN5aKURgWQT5bJWE4HofIAcy2gcfiKBZrhd+73NAFCDoRaMRU4Ec" +
    "IpopkjsSiIaQiNE5I6J+nK4ilazmuZKtlK0UMXEvRBQEfXcZTie68e42XF592ke3tExVo3fHnqX1SZDQvEkoy5Y8IvEyqZ5RCm2a+UK5/nh0GYlm" +
    "iTsIGpMV53+iTBOm/uidJoPp5rdvPt+zIyFLKgVN6mYKkFSskZQkkrEklj9GGjCE/ZHrx4dkrxZDElrZO96mIoDu1TL1rj8RL1GEE0VpEoCBfADc" +
    "qVGmMVpgiN7HFDNzLEoXjXM5FlNzKD6kYBt8VGdq2h9jGVKAMsZaa8ha8oh6SpGEi0HqTA5M1YjDhsGmVb5PIVEM6Azyi5pAxkHAMrZk6rxGEGsq" +
    "TxKVkxsD9ZsSy0rUkGPC+S6EkeMJOcakts3Xf2JL0lIZcFNFk0oJc7GFCkfzZjt2hzpWy45Cw+5RaEhYq+M+dEujaRIyhcxLVR50wuJvsZpdH/Tm" +
    "N/KbozdKdI/BhLHkxVAKMIjMadddIw7bcvXlVbKiJ4/2p3Ic46ylOxJvYmRzaN6ZiyMhjnnXlkylaiz5k0ny+FLEHnkWUKbLUg+hHECscUwKS1iI" +
    "FS2hhBbkyG/4EKMnJI4sM+Qs5dU68W5Qe/Mafhwmy2IodC5zFXDtkh/sCqkWaemIxWp2lmyl0JYPKkxaBdBQu5A4D5BH7crB+Ifc4aR5OQ0PLg/S" +
    "8/owEOXK50qUkyPlCktlqLSeDTv9fngvA7Za2+UMihi0LPDqSIVWTKascRKgVJE2pOrQdwnaRykfqjrFcHBm6DRPURmOpxdMUR+DMU5hVHv4Pk5H" +
    "8mNRK//Vt8KXU6Ugkmi0GIYuD85RFRjvGNadkrhRI4ApgOXGUbyPIsIYiXIGp/BOlx4UPkw5vp/G598fnsI/AGDjCr0=",
} as const;
